import NIOCore

/// A channel handler that bounds the size of one read, so that a flood of long bodies is held by
/// the kernel and not by this process.
///
/// NIO's default is 64 KiB a read, several of which may wait for the reader of the body. The
/// handler sets the bound when it is added to a connection, and removes itself.
final class ReceiveBuffers: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  /// The most bytes of one read; a notification has about 15,000.
  static let bytesMax = 8 << 10

  func handlerAdded(context: ChannelHandlerContext) {
    // A connection that is closed already needs no bound.
    let options = context.channel.syncOptions
    try? options?.setOption(.maxMessagesPerRead, value: 1)
    try? options?.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(
        minimum: 1 << 10, initial: 4 << 10, maximum: Self.bytesMax))
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }
}
