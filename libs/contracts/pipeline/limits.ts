/** How long the sender of `screenCustomer` waits for the reply. The pipeline stops its work then. */
export const SCREEN_CUSTOMER_MS = 5_000;
