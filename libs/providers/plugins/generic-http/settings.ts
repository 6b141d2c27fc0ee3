import Type, { type Static } from 'typebox';
import { LIST_TOPICS } from '@probity/contracts/alerts/match-kind';
import { SEVERITIES } from '@probity/contracts/alerts/words';
import { KYC_STATUSES } from '@probity/contracts/customers/words';
import { HMAC_ALGORITHMS } from '../../webhook-signature';

/** The settings of a tenant: how its provider is asked, and where its responses and webhooks have what matters. */

const closed = { additionalProperties: false };
const Pointer = Type.String({ pattern: '^(/.*)?$', description: 'JSON pointer into the response, such as /result/id' });
const Source = Type.String({
  minLength: 1,
  description: 'JSON pointer when it begins with /, otherwise the text itself',
});
const Topic = Type.Enum(LIST_TOPICS);
const Metadata = Type.Optional(Type.Record(Type.String(), Pointer, { description: 'shown with the finding' }));

const request = {
  method: Type.Enum(['GET', 'POST', 'PUT']),
  path: Type.String({ pattern: '^/', description: 'with placeholders such as {{/customer/id}}' }),
  body: Type.Optional(Type.Unknown({ description: 'JSON with placeholders in its texts' })),
  cache_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
};

export const KycMapping = Type.Object(
  {
    id: Pointer,
    status: Pointer,
    statuses: Type.Record(Type.String(), Type.Enum([...KYC_STATUSES, 'none'])),
    reason: Source,
    metadata: Metadata,
  },
  closed,
);
export type KycMapping = Static<typeof KycMapping>;

export const DecisionMapping = Type.Object(
  {
    id: Pointer,
    decision: Pointer,
    decisions: Type.Record(Type.String(), Type.Enum([...SEVERITIES, 'none'])),
    alert_type: Type.String({ pattern: '^[a-z][a-z0-9_]{2,59}$' }),
    title: Source,
    metadata: Metadata,
  },
  closed,
);
export type DecisionMapping = Static<typeof DecisionMapping>;

export const MatchMapping = Type.Object(
  {
    items: Pointer,
    total: Type.Optional(
      Type.String({
        pattern: '^/',
        description: 'number of all matches; if items has fewer, the result is incomplete',
      }),
    ),
    list: Source,
    entry_id: Pointer,
    name: Pointer,
    score: Pointer,
    score_maximum: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: '1 unless set; 100 for per cent' })),
    topics: Type.Union([Pointer, Type.Array(Topic, { minItems: 1 })], {
      description: `why entries are on the list: a pointer, or the topics of all entries, of ${LIST_TOPICS.join(', ')}`,
    }),
    topic_words: Type.Optional(
      Type.Record(Type.String(), Topic, {
        description: "the provider's words for topics; an unknown word is a failure",
      }),
    ),
    metadata: Metadata,
  },
  closed,
);
export type MatchMapping = Static<typeof MatchMapping>;

const Webhook = Type.Object(
  {
    signature_header: Type.String({ pattern: '^[a-z0-9-]+$', description: 'name in lower case' }),
    signature_prefix: Type.Optional(Type.String({ description: 'before the digest, such as sha256=' })),
    algorithm: Type.Enum(HMAC_ALGORITHMS),
    encoding: Type.Enum(['hex', 'base64']),
    time_header: Type.Optional(
      Type.String({ pattern: '^[a-z0-9-]+$', description: 'epoch seconds; the signature is over <time>.<body>' }),
    ),
    types: Type.Array(Type.String(), { minItems: 1, description: 'types of events to read; others are ignored' }),
    id: Pointer,
    type: Pointer,
    occurred_at: Pointer,
    customer_ref: Type.Optional(Pointer),
    account_ref: Type.Optional(Pointer),
    kyc: Type.Optional(KycMapping),
    decision: Type.Optional(DecisionMapping),
  },
  { ...closed, description: 'how its webhooks are signed and read' },
);
export type Webhook = Static<typeof Webhook>;

const stage = <Schema extends Type.TSchema>(found: Schema, description: string) =>
  Type.Optional(Type.Object({ ...request, found }, { ...closed, description }));

export const Settings = Type.Object({
  base_url: Type.String({ description: 'address of the API, such as https://api.example.com/v1' }),
  provider_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: 'as officers know it, for the titles of alerts' }),
  ),
  authorization: Type.Optional(
    Type.String({ minLength: 8, description: 'value of the header that authenticates, such as Bearer and a token' }),
  ),
  authorization_header: Type.Optional(
    Type.String({ pattern: '^[a-z0-9-]+$', description: 'its name in lower case; authorization unless set' }),
  ),
  webhook_secret: Type.Optional(Type.String({ minLength: 8, description: 'secret of the webhook signature' })),
  test_path: Type.Optional(Type.String({ pattern: '^/', description: 'for GET, to test the connection' })),
  kyc: stage(KycMapping, 'asks for the state of an identity'),
  screening: stage(MatchMapping, 'asks about one subject'),
  monitoring: stage(DecisionMapping, 'asks for a decision on an event'),
  webhook: Type.Optional(Webhook),
});
export type Settings = Static<typeof Settings>;
