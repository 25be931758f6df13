"""Google's libraries, and every answer against the Play Developer API's own description."""

import json
import pathlib
import time

import googleapiclient.discovery_cache
from google.auth.exceptions import RefreshError
from google.auth.transport.requests import Request
from google.oauth2 import id_token, service_account
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError

from simulation import SimulationTest

SCOPES = ["https://www.googleapis.com/auth/androidpublisher"]
DAY = 86_400_000
KINDS = {"string": str, "boolean": bool, "integer": int, "number": (int, float)}


def described() -> dict:
    """The description of the API that the library carries."""
    folder = pathlib.Path(googleapiclient.discovery_cache.__file__).parent / "documents"
    return json.loads((folder / "androidpublisher.v3.json").read_text())


class GooglePlayTests(SimulationTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.schemas = described()["schemas"]
        app = cls.app = cls.simulation.configuration()["googlePlay"][0]
        account = service_account.Credentials.from_service_account_file(app["accountFile"])
        cls.api = cls.api_of(account.with_scopes(SCOPES))
        cls.subscriptions = cls.api.purchases().subscriptionsv2()
        cls.voided = cls.api.purchases().voidedpurchases()

    @classmethod
    def api_of(cls, credentials):
        return build(
            "androidpublisher", "v3", credentials=credentials, static_discovery=True,
            client_options={"api_endpoint": cls.app["host"] + "/"})

    def assert_described(self, value, schema: dict, place: str) -> None:
        """Fails where a value is none that the API's description has."""
        if reference := schema.get("$ref"):
            schema = self.schemas[reference]
        kind = schema.get("type")
        if kind == "object" and "properties" in schema:
            for name, item in value.items():
                self.assertIn(name, schema["properties"], place)
                self.assert_described(item, schema["properties"][name], f"{place}.{name}")
        elif kind == "array":
            for item in value:
                self.assert_described(item, schema["items"], place + "[]")
        elif kind in KINDS:
            self.assertIsInstance(value, KINDS[kind], place)
            if "enum" in schema:
                self.assertIn(value, schema["enum"], place)

    def refused(self, request) -> HttpError:
        with self.assertRaises(HttpError) as refusal:
            request.execute()
        return refusal.exception

    def test_every_purchase_is_as_the_api_describes_it(self) -> None:
        states, gone, orders = set(), 0, 0
        for purchase in self.simulation.purchases("google-play"):
            request = self.subscriptions.get(packageName=self.app["package"], token=purchase["key"])
            try:
                answer = request.execute()
            except HttpError as refusal:
                self.assertEqual((refusal.resp.status, purchase["status"]), (410, "expired"))
                gone += 1
                continue
            self.assert_described(answer, {"$ref": "SubscriptionPurchaseV2"}, "")
            self.assertTrue(answer["etag"])
            states.add(answer["subscriptionState"])
            orders += "latestSuccessfulOrderId" in answer["lineItems"][0]
        self.assertGreaterEqual(states, {
            "SUBSCRIPTION_STATE_" + name for name in [
                "ACTIVE", "IN_GRACE_PERIOD", "ON_HOLD", "PAUSED", "CANCELED", "EXPIRED"]})
        self.assertTrue(gone and orders, (gone, orders))

    def voided_pages(self, **words) -> list[list[dict]]:
        """The voided purchases, page by page."""
        pages, token = [], None
        while True:
            answer = self.voided.list(
                packageName=self.app["package"], type=1, token=token, **words).execute()
            self.assert_described(answer, {"$ref": "VoidedPurchasesListResponse"}, "")
            pages.append(answer.get("voidedPurchases", []))
            token = answer.get("tokenPagination", {}).get("nextPageToken")
            if token is None:
                return pages

    def test_voided_purchases_come_in_pages_and_by_time(self) -> None:
        [everything] = self.voided_pages()
        self.assertGreater(len(everything), 1)
        pages = self.voided_pages(maxResults=1)
        self.assertEqual(pages, [[one] for one in everything])
        times = [int(one["voidedTimeMillis"]) for one in everything]
        self.assertEqual(times, sorted(times))
        [later] = self.voided_pages(startTime=str(times[0] + 1))
        self.assertEqual(later, [one for one in everything if one is not everything[0]])
        [earlier] = self.voided_pages(endTime=str(times[0]))
        self.assertEqual(earlier, everything[:1])
        known = {one["key"] for one in self.simulation.purchases("google-play")}
        self.assertTrue(known & {one["purchaseToken"] for one in everything})

    def test_without_a_type_there_are_no_subscriptions(self) -> None:
        self.assertEqual(self.voided.list(packageName=self.app["package"]).execute(), {})

    def test_refusals_have_reasons(self) -> None:
        package, now = self.app["package"], int(time.time() * 1000)
        for request, status, reason in [
            (self.subscriptions.get(packageName=package, token="none"), 404,
             "purchaseTokenNotFound"),
            (self.subscriptions.get(packageName="com.example.other", token="none"), 404,
             "applicationNotFound"),
            (self.voided.list(packageName=package, startTime=str(now - 40 * DAY)), 400, "invalid"),
            (self.voided.list(packageName=package, token="none"), 400, "invalid"),
        ]:
            refusal = self.refused(request)
            with self.subTest(reason):
                self.assertEqual(refusal.resp.status, status)
                self.assertEqual(refusal.error_details[0]["reason"], reason)

    def test_products_come_in_pages(self) -> None:
        api, products = self.api.monetization().subscriptions(), []
        request = api.list(packageName=self.app["package"], pageSize=1)
        while request is not None:
            answer = request.execute()
            self.assert_described(answer, {"$ref": "ListSubscriptionsResponse"}, "")
            self.assertEqual(len(answer["subscriptions"]), 1)
            products += [one["productId"] for one in answer["subscriptions"]]
            request = api.list_next(request, answer)
        self.assertEqual(len(products), len(set(products)))
        offers = api.basePlans().offers().list(
            packageName=self.app["package"], productId="-", basePlanId="-").execute()
        self.assert_described(offers, {"$ref": "ListSubscriptionOffersResponse"}, "")
        self.assertIn(offers["subscriptionOffers"][0]["productId"], products)

    def test_a_wrong_account_gets_no_access(self) -> None:
        with open(self.app["accountFile"]) as file:
            account = json.load(file)
        account["client_email"] = "other@simulated.iam.gserviceaccount.com"
        other = service_account.Credentials.from_service_account_info(account, scopes=SCOPES)
        with self.assertRaises(RefreshError):
            self.api_of(other).purchases().voidedpurchases().list(
                packageName=self.app["package"]).execute()

    def test_a_push_is_signed_as_googles_are(self) -> None:
        audience, account = self.app["pushAudience"], self.app["pushAccount"]
        token = self.simulation.control(f"push-token?audience={audience}&account={account}")
        keys = self.simulation.configuration()["server"]["pushKeys"]
        claims = id_token.verify_token(token, Request(), audience, keys, clock_skew_in_seconds=5)
        self.assertEqual((claims["email"], claims["email_verified"]), (account, True))
