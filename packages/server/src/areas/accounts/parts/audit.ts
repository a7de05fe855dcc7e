import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import type { AccountRecords } from './ports.ts';

/** Actors that are not accounts. */
export const PRODUCT_ACTOR = { id: null, email: 'Signalwheel' } as const;
export const COMMAND_ACTOR = { id: null, email: 'command line' } as const;

export interface AuditedAct {
	actor: { id: string | null; email: string };
	/** 'noun.verb', for example 'user.change'. */
	act: string;
	/** Text that still identifies the target after its deletion. */
	target: string;
	detail?: Readonly<Record<string, unknown>>;
	address: string;
}

/** Writes an action to the audit log. Pass the `records` of a transaction to write the entry together with the action. */
export type Audit = (act: AuditedAct, records?: AccountRecords) => Promise<void>;

export function createAudit(records: AccountRecords, clock: Clock): Audit {
	return async ({ actor, act, target, detail = {}, address }, tx = records) =>
		tx.addAudit({ at: clock.now(), actorId: actor.id, actor: actor.email, act, target, detail, address });
}
