import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Hash, Id } from '../fields';
import { officer } from '../staff/officer';
import { CUSTOMER_COMMANDS } from '../topics';
import { partOfFile } from './events';
import { aboutFile, CaseFile } from './views';

const ofFile = commandsOf(CUSTOMER_COMMANDS, 'file_id');
const ofCase = commandsOf(CUSTOMER_COMMANDS, 'case_id');
const about = { tenant_id: Id, case_id: Id, file_id: Id };

export const storeCaseFilePart = ofFile({
  name: 'customer-risk.store-case-file-part',
  summary: 'Store a part of the content of a new file of a case. Parts come in order; a repeated part changes nothing.',
  request: Type.Object({ ...about, ...partOfFile, content: Type.String({ description: 'base64' }) }),
  reply: Type.Object({ parts: Type.Integer({ description: 'how many parts are stored' }) }),
});

export const attachCaseFile = ofCase({
  name: 'customer-risk.attach-case-file',
  summary: 'Attach a file to an open case, when all parts of its content are stored and its SHA-256 agrees.',
  request: Type.Object({ ...about, ...officer, name: Type.String(), ...aboutFile }),
  reply: CaseFile,
});

export const recordCaseFileDownload = ofCase({
  name: 'customer-risk.record-case-file-download',
  summary: 'Record that staff download a file of a case.',
  request: Type.Object({ ...about, ...officer }),
  reply: CaseFile,
});

export const readCaseFilePart = ofFile({
  name: 'customer-risk.read-case-file-part',
  summary: 'Read a part of the content of a file of a case.',
  request: Type.Object({ ...about, part: partOfFile.part }),
  reply: Type.Object({ content: Type.String({ description: 'base64' }), sha256: Hash }),
});

export const removeCaseFile = ofCase({
  name: 'customer-risk.remove-case-file',
  summary: 'Remove a file from a case. Its content cannot be read any more; what is known of it besides stays.',
  request: Type.Object({ ...about, ...officer, reason: Type.String() }),
  reply: CaseFile,
  example: {
    reply: { removed_at: '2026-03-02T15:00:00.000Z', removed_by: 'jane.doe', removal_reason: 'wrong customer' },
  },
});
