"""Apple's library: its client of the App Store Server API, and its verifier as strict as it is."""

import time

from appstoreserverlibrary.api_client import (
    APIError, APIException, AppStoreServerAPIClient, GetTransactionHistoryVersion)
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.TransactionHistoryRequest import (
    Order, ProductType, TransactionHistoryRequest)
from appstoreserverlibrary.signed_data_verifier import (
    SignedDataVerifier, VerificationException, VerificationStatus)

from simulation import SimulationTest

DAY = 86_400_000
APPLE_ID = 1_234_567_890
STATUSES = {"active": 1, "expired": 2, "hold": 3, "grace": 4, "revoked": 5}


class Client(AppStoreServerAPIClient):
    """The library's client; all that differs is the host."""

    host = ""

    def _get_full_url(self, path: str) -> str:
        return self.host + path


class AppStoreTests(SimulationTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        app = cls.app = cls.simulation.configuration()["appStore"][0]
        with open(app["keyFile"], "rb") as key, open(app["root"], "rb") as root:
            cls.key, cls.root = key.read(), root.read()
        cls.client = cls.client_of(app)
        cls.verifier = cls.verifier_of(Environment.PRODUCTION)
        cls.purchases = cls.simulation.purchases("app-store")

    @classmethod
    def client_of(cls, app: dict, environment=Environment.PRODUCTION, **changes) -> Client:
        app = app | changes
        client = Client(cls.key, app["key"], app["issuer"], app["bundle"], environment)
        client.host = app["host"]
        return client

    @classmethod
    def verifier_of(cls, environment: Environment, bundle: str | None = None):
        return SignedDataVerifier(
            [cls.root], False, environment, bundle or cls.app["bundle"], APPLE_ID)

    def assert_understood(self, decoded) -> None:
        """Fails where the library has no name for a value, of which it keeps the raw form alone."""
        for raw in [name for name in dir(decoded) if name.startswith("raw")]:
            name = raw[3].lower() + raw[4:]
            if getattr(decoded, raw) is not None:
                self.assertIsNotNone(getattr(decoded, name), f"{raw} {getattr(decoded, raw)}")

    def transaction(self, signed: str):
        decoded = self.verifier.verify_and_decode_signed_transaction(signed)
        self.assert_understood(decoded)
        return decoded

    def refused(self, ask) -> APIException:
        with self.assertRaises(APIException) as refusal:
            ask()
        return refusal.exception

    def notices(self, **filters) -> list:
        """A history of notifications, all of its pages."""
        now = int(time.time() * 1000)
        request = NotificationHistoryRequest(
            startDate=now - 179 * DAY, endDate=now + DAY, **filters)
        found, token = [], None
        while True:
            page = self.client.get_notification_history(token, request)
            found += page.notificationHistory
            if not page.hasMore:
                return found
            token = page.paginationToken

    def transactions(self, purchase: str, version=GetTransactionHistoryVersion.V2, **filters):
        """A history of transactions, all of its pages, verified."""
        request, found, revision = TransactionHistoryRequest(**filters), [], None
        while True:
            page = self.client.get_transaction_history(purchase, revision, request, version)
            self.assert_understood(page)
            found += page.signedTransactions
            if not page.hasMore:
                return [self.transaction(signed) for signed in found]
            revision = page.revision

    def test_every_notification_of_the_history_verifies(self) -> None:
        notices = self.notices()
        self.assertGreater(len(notices), 100)
        kinds = set()
        for notice in notices:
            payload = self.verifier.verify_and_decode_notification(notice.signedPayload)
            self.assert_understood(payload)
            self.assert_understood(payload.data)
            self.transaction(payload.data.signedTransactionInfo)
            renewal = self.verifier.verify_and_decode_renewal_info(payload.data.signedRenewalInfo)
            self.assert_understood(renewal)
            kinds.add(payload.notificationType)
        self.assertGreaterEqual(kinds, {
            NotificationTypeV2.DID_RENEW, NotificationTypeV2.DID_FAIL_TO_RENEW,
            NotificationTypeV2.GRACE_PERIOD_EXPIRED, NotificationTypeV2.EXPIRED})

    def test_nothing_else_verifies(self) -> None:
        signed = self.notices()[0].signedPayload
        body, signature = signed.rsplit(".", 1)
        with self.assertRaises(VerificationException):
            self.verifier.verify_and_decode_notification(body + "." + signature[::-1])
        for verifier, status in [
            (self.verifier_of(Environment.SANDBOX), VerificationStatus.INVALID_ENVIRONMENT),
            (self.verifier_of(Environment.PRODUCTION, "com.example.other"),
             VerificationStatus.INVALID_APP_IDENTIFIER),
        ]:
            with self.assertRaises(VerificationException) as refusal:
                verifier.verify_and_decode_notification(signed)
            self.assertEqual(refusal.exception.status, status)

    def test_statuses_are_what_they_are_and_filtered(self) -> None:
        seen = set()
        for purchase in self.purchases:
            answer = self.client.get_all_subscription_statuses(purchase["key"])
            self.assertEqual(answer.bundleId, self.app["bundle"])
            last = answer.data[0].lastTransactions[0]
            if purchase["status"] in STATUSES:
                self.assertEqual(last.rawStatus, STATUSES[purchase["status"]], purchase)
            self.assert_understood(last)
            self.transaction(last.signedTransactionInfo)
            self.assert_understood(
                self.verifier.verify_and_decode_renewal_info(last.signedRenewalInfo))
            seen.add(last.status)
            if len(seen) > 2:
                others = [status for status in Status if status != last.status]
                self.assertEqual(
                    self.client.get_all_subscription_statuses(purchase["key"], others).data, [])
                same = self.client.get_all_subscription_statuses(purchase["key"], [last.status])
                self.assertEqual(same.data[0].lastTransactions[0].status, last.status)
        self.assertEqual(seen, set(Status))

    def test_transactions_are_filtered(self) -> None:
        revoked = family = spans = 0
        for purchase in self.purchases[:45]:
            key = purchase["key"]
            all_of_it = self.transactions(key)
            self.assertEqual(all_of_it, sorted(all_of_it, key=lambda one: one.purchaseDate))
            ids = [one.transactionId for one in all_of_it]
            self.assertEqual(
                ids, [one.transactionId for one in
                      self.transactions(key, GetTransactionHistoryVersion.V1)])
            self.assertEqual(
                ids[::-1],
                [one.transactionId for one in self.transactions(key, sort=Order.DESCENDING)])

            def expect(fits, **filters) -> int:
                found = [one.transactionId for one in self.transactions(key, **filters)]
                self.assertEqual(found, [one.transactionId for one in all_of_it if fits(one)])
                return len(found)

            revoked += expect(lambda one: one.revocationDate is not None, revoked=True)
            expect(lambda one: one.revocationDate is None, revoked=False)
            product = all_of_it[0].productId
            expect(lambda one: one.productId == product, productIds=[product])
            expect(lambda one: False, productIds=["com.example.nothing"])
            expect(lambda one: True, productTypes=[ProductType.AUTO_RENEWABLE])
            expect(lambda one: False, productTypes=[ProductType.CONSUMABLE])
            group = all_of_it[0].subscriptionGroupIdentifier
            expect(lambda one: True, subscriptionGroupIdentifiers=[group])
            expect(lambda one: False, subscriptionGroupIdentifiers=["1"])
            shared = InAppOwnershipType.FAMILY_SHARED
            family += expect(
                lambda one: one.inAppOwnershipType == shared, inAppOwnershipType=shared)
            if len(all_of_it) > 2:
                start, end = all_of_it[1].purchaseDate, all_of_it[-1].purchaseDate
                spans += expect(
                    lambda one: start <= one.purchaseDate < end, startDate=start, endDate=end)
        self.assertTrue(revoked and family and spans, (revoked, family, spans))

    def test_one_transaction_its_order_and_its_refund(self) -> None:
        refunds = 0
        for purchase in self.purchases[:60]:
            for one in self.transactions(purchase["key"]):
                info = self.client.get_transaction_info(one.transactionId)
                self.assertEqual(
                    self.transaction(info.signedTransactionInfo).transactionId, one.transactionId)
            answer = self.client.get_refund_history(purchase["key"], None)
            for signed in answer.signedTransactions:
                self.assertIsNotNone(self.transaction(signed).revocationDate)
                refunds += 1
            for order in purchase["orders"]:
                found = self.client.look_up_order_id(order)
                self.assertEqual(found.status, OrderLookupStatus.VALID)
                self.assertEqual(
                    self.transaction(found.signedTransactions[0]).originalTransactionId,
                    purchase["key"])
        self.assertGreater(refunds, 0)
        unknown = self.client.look_up_order_id("MK5TTTVWJH")
        self.assertEqual(unknown.status, OrderLookupStatus.INVALID)

    def test_notifications_are_filtered(self) -> None:
        def payloads(**filters) -> list:
            return [
                self.verifier.verify_and_decode_notification(notice.signedPayload)
                for notice in self.notices(**filters)]

        everything = payloads()
        failed = NotificationTypeV2.DID_FAIL_TO_RENEW
        some = payloads(notificationType=failed)
        self.assertEqual(
            [one.notificationUUID for one in some],
            [one.notificationUUID for one in everything if one.notificationType == failed])
        grace = payloads(notificationType=failed, notificationSubtype=Subtype.GRACE_PERIOD)
        self.assertEqual({one.subtype for one in grace}, {Subtype.GRACE_PERIOD})
        self.assertLess(len(grace), len(some))
        key = self.transaction(some[0].data.signedTransactionInfo).originalTransactionId
        ours = payloads(transactionId=key)
        self.assertEqual({
            self.transaction(one.data.signedTransactionInfo).originalTransactionId
            for one in ours}, {key})
        self.assertLess(len(ours), len(everything))
        self.assertEqual(self.notices(transactionId="1"), [])

    def test_refusals_have_the_names_of_the_library(self) -> None:
        now = int(time.time() * 1000)
        key = self.purchases[0]["key"]

        def notices(token=None, **words):
            return lambda: self.client.get_notification_history(
                token, NotificationHistoryRequest(**words))

        def transactions(revision=None, **words):
            return lambda: self.client.get_transaction_history(
                key, revision, TransactionHistoryRequest(**words))

        span = {"startDate": now - DAY, "endDate": now}
        for ask, status, error in [
            (lambda: self.client.get_all_subscription_statuses("1"), 404,
             APIError.TRANSACTION_ID_NOT_FOUND),
            (lambda: self.client.get_transaction_info("one"), 400,
             APIError.INVALID_TRANSACTION_ID),
            (lambda: self.client.get_test_notification_status("none"), 404,
             APIError.TEST_NOTIFICATION_NOT_FOUND),
            (notices(), 400, APIError.INVALID_START_DATE),
            (notices(startDate=now), 400, APIError.INVALID_END_DATE),
            (notices(startDate=now, endDate=now - DAY), 400, APIError.START_DATE_AFTER_END_DATE),
            (notices(startDate=now - 200 * DAY, endDate=now), 400,
             APIError.START_DATE_TOO_FAR_IN_PAST),
            (notices("none", **span), 400, APIError.INVALID_PAGINATION_TOKEN),
            (notices(**span, notificationSubtype=Subtype.VOLUNTARY), 400,
             APIError.INVALID_NOTIFICATION_TYPE),
            (notices(**span, notificationType=NotificationTypeV2.EXPIRED, transactionId=key), 400,
             APIError.MULTIPLE_FILTERS_SUPPLIED),
            (transactions("none"), 400, APIError.INVALID_REQUEST_REVISION),
            (transactions(startDate=now, endDate=now - DAY), 400,
             APIError.START_DATE_AFTER_END_DATE),
        ]:
            refusal = self.refused(ask)
            with self.subTest(error):
                self.assertEqual((refusal.http_status_code, refusal.api_error), (status, error))

    def test_a_wrong_key_is_not_accepted(self) -> None:
        for change in [{"issuer": "other"}, {"key": "OTHER"}, {"bundle": "com.example.other"}]:
            client = self.client_of(self.app, **change)
            refusal = self.refused(lambda: client.request_test_notification())
            self.assertEqual(refusal.http_status_code, 401)

    def test_the_sandbox_is_another_store(self) -> None:
        testers = self.simulation.purchases("app-store", "sandbox")
        client = self.client_of(
            self.app, Environment.SANDBOX, host=self.app["host"] + "-sandbox")
        answer = client.get_all_subscription_statuses(testers[0]["key"])
        self.assertEqual(answer.environment, Environment.SANDBOX)
        self.verifier_of(Environment.SANDBOX).verify_and_decode_signed_transaction(
            answer.data[0].lastTransactions[0].signedTransactionInfo)
        refusal = self.refused(
            lambda: self.client.get_all_subscription_statuses(testers[0]["key"]))
        self.assertEqual(refusal.api_error, APIError.TRANSACTION_ID_NOT_FOUND)
        now = int(time.time() * 1000)
        refusal = self.refused(lambda: client.get_notification_history(
            None, NotificationHistoryRequest(startDate=now - 40 * DAY, endDate=now)))
        self.assertEqual(refusal.api_error, APIError.START_DATE_TOO_FAR_IN_PAST)

    def test_a_test_notification_arrives(self) -> None:
        token = self.client.request_test_notification().testNotificationToken
        end = time.monotonic() + 20
        while True:
            answer = self.client.get_test_notification_status(token)
            if answer.sendAttempts or time.monotonic() > end:
                break
            time.sleep(0.2)
        self.assertEqual(
            [one.rawSendAttemptResult for one in answer.sendAttempts], ["SUCCESS"])
        payload = self.verifier.verify_and_decode_notification(answer.signedPayload)
        self.assertEqual(payload.notificationType, NotificationTypeV2.TEST)
