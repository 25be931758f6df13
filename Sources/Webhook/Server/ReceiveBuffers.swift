import NIOCore

/// Bounds what a connection receives at once, so that a flood of long bodies is held by the
/// kernel and not by this process.
///
/// The usual bound is 64 KiB a read, several of which may wait for whoever reads the body. Sets the
/// bound when it joins a connection, and leaves.
final class ReceiveBuffers: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  /// The most bytes of one read; a notification has about 15,000.
  static let bytesMax = 8 << 10

  func handlerAdded(context: ChannelHandlerContext) {
    // A connection that is gone already needs no bound.
    let options = context.channel.syncOptions
    try? options?.setOption(.maxMessagesPerRead, value: 1)
    try? options?.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(
        minimum: 1 << 10, initial: 4 << 10, maximum: Self.bytesMax))
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }
}
