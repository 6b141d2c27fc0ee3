/** Ids of the examples. All differ, so that a field's value says which field it is. */
export const TENANT_ID = '0199d5a0-1b00-7c3d-8e4f-a1b2c3d4e5f6';
export const LEDGER_ID = '0199d5a1-2c10-7d4e-9f50-b2c3d4e5f607';
export const CASH_ID = '0199d5a2-3d20-7e5f-8061-c3d4e5f60718';
export const DEPOSITS_ID = '0199d5a3-4e30-7f60-9172-d4e5f6071829';
export const TRANSACTION_ID = '0199d5a4-5f40-7071-8283-e5f60718293a';
export const SIGNING_KEY_ID = '0199d5a5-6050-7182-9394-f60718293a4b';
export const MESSAGE_ID = '0199d5a6-7160-7293-84a5-0718293a4b5c';
export const INSTANCE_ID = '0199d5a7-8270-73a4-95b6-18293a4b5c6d';
export const CREATED_AT = '2026-03-02T09:15:00.000Z';
export const POSTED_AT = '2026-03-02T09:16:30.250Z';
export const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
export const DEADLINE = '1772442995250';
