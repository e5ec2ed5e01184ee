// The five operations with the client that openapi-generator makes for TypeScript.
import {
  CompaniesApi, CompanyProductsApi, Configuration, FarmersApi, Method, PaymentTransactionsApi, ProductTransactionsApi,
} from "./index";

declare const process: { env: Record<string, string>; exitCode: number };

const demo = process.env;
const configuration = new Configuration({ basePath: demo.BASE_URL, accessToken: demo.TOKEN });

function expect(expected: unknown, found: unknown): void {
  if (expected !== found) {
    throw new Error(`expected ${expected}, found ${found}`);
  }
}

async function operations(): Promise<void> {
  const farmer = await new FarmersApi(configuration).updateFarmer({
    hashid: demo.FARMER,
    farmerChange: {
      firstName: "Grace",
      submission: { form: demo.FARMER_FORM, values: [{ field: demo.FARMER_FIELD, value: "Bugisu local" }] },
    },
  });
  expect("Grace", farmer.firstName);

  const purchase = await new ProductTransactionsApi(configuration).createProductTransaction({
    idempotencyKey: `typescript-${Date.now()}`,
    productTransactionInput: {
      source: demo.FARMER, destination: demo.COMPANY, product: { name: "Coffee cherry" },
      quantity: "120.50", amount: "241000", currency: "UGX", transactionPayments: [{ amount: 241000 }],
    },
  });
  expect("120.50", purchase.currentQuantity);

  const company = await new CompaniesApi(configuration).readCompany({ hashid: demo.COMPANY });
  expect(demo.COMPANY, company.id);

  const paid = await new PaymentTransactionsApi(configuration).createPaymentTransaction({
    paymentTransactionInput: {
      source: demo.COMPANY, destination: demo.FARMER, amount: 12.5, premium: demo.PREMIUM, method: Method.None,
    },
  });
  expect(demo.PREMIUM, paid.premiumDetails?.id);

  const made = await new CompanyProductsApi(configuration).createCompanyProduct({
    companyProductInput: { company: demo.COMPANY, product: { name: "Honey of TypeScript" } },
  });
  expect("Honey of TypeScript", made.product?.name);
  console.log("typescript: the five operations are done");
}

operations().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
