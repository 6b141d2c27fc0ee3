import { apiDocumentation } from './api-document.suite';
import { backOffice } from './back-office.suite';
import { backOfficeDocument } from './back-office-document.suite';
import { operation } from './operation.suite';
import { operatorToken } from './operator-token.suite';
import { ALL_PROFILES, onEachProfile } from './product';
import { requestIds } from './request-ids.suite';
import { servedDocuments } from './served-documents.suite';

// What operators and integrators need around the ledger.
onEachProfile((product) => {
  describe('back office', () => {
    backOffice(product);
    operatorToken(product);
  });
  describe('request ids', () => requestIds(product));
  describe('API documents', () => {
    apiDocumentation(product);
    servedDocuments(product);
  });
  describe('the document of the back office', () => backOfficeDocument(product));
  describe('operation', () => operation(product));
}, ALL_PROFILES);
