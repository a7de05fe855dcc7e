import type { Caller } from '@sw/domain/access/caller';

/** Writes an administrator's action to the audit log. `act`: 'noun.verb'. `detail`: the changes, with old and new values if both are known. */
export type AuditAct = (caller: Caller, act: string, target: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;
