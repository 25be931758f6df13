package com.example.reader.billing

import android.app.Activity
import com.android.billingclient.api.BillingClient
import com.android.billingclient.api.InAppMessageParams
import com.android.billingclient.api.InAppMessageParams.InAppMessageCategoryId
import com.android.billingclient.api.InAppMessageResult.InAppMessageResponseCode
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch
import java.util.UUID

/** What the app's backend says of the prompt that is due; see backend.py beside this file. */
data class BillingPrompt(
    val subscription: String,
    val store: String,
    val step: Int,
    val link: String?,
)

/** The app's own backend, which knows the user by the session. */
interface Backend {
    /** `GET /billing-prompt`; null where nothing is due or no answer comes. */
    suspend fun billingPrompt(): BillingPrompt?

    /** `POST /billing-prompt/shown`, repeated with the same key until it is answered. */
    suspend fun billingPromptShown(subscription: String, step: Int, key: String)

    /** Has the backend ask Google Play again, and reads access again. */
    suspend fun refreshAccess(purchaseToken: String?)
}

/**
 * Shows Google Play's own message about a declined payment when churntopd says that it is due.
 *
 * Call [onResume] from the first activity's `onResume`, with a [BillingClient] that is connected.
 * Google shows the message at most once a day, and only in grace and account hold; the answer does
 * not tell whether it was seen, so that a call that Google takes counts as one showing.
 */
class BillingPromptPresenter(
    private val client: BillingClient,
    private val backend: Backend,
    private val scope: CoroutineScope,
    private val showBanner: (BillingPrompt) -> Unit,
) {
    fun onResume(activity: Activity) {
        scope.launch {
            val prompt = backend.billingPrompt() ?: return@launch
            if (prompt.store != "google-play") return@launch
            if (prompt.step == 3) {
                // The banner's button opens prompt.link: Google Play's page to fix the payment.
                showBanner(prompt)
                backend.billingPromptShown(prompt.subscription, 3, UUID.randomUUID().toString())
            } else {
                showStoreMessage(activity, prompt)
            }
        }
    }

    private fun showStoreMessage(activity: Activity, prompt: BillingPrompt) {
        val params = InAppMessageParams.newBuilder()
            .addInAppMessageCategoryToShow(InAppMessageCategoryId.TRANSACTIONAL)
            .build()
        val begun = client.showInAppMessages(activity, params) { result ->
            if (result.responseCode == InAppMessageResponseCode.SUBSCRIPTION_STATUS_UPDATED) {
                scope.launch { backend.refreshAccess(result.purchaseToken) }
            }
        }
        if (begun.responseCode == BillingClient.BillingResponseCode.OK) {
            scope.launch {
                val key = UUID.randomUUID().toString()
                backend.billingPromptShown(prompt.subscription, prompt.step, key)
            }
        }
    }
}
