import type { Caller } from '@sw/domain/access/caller';

/** Writes down an administrator's act: 'noun.verb', to whom or what it was done, and what was changed, with before and after where both are known. */
export type AuditAct = (caller: Caller, act: string, target: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;
