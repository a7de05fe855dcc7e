import type { Clock } from '../../../platform/clocks/clock.ts';
import type { AccountRecords } from './ports.ts';

/** Acts that no account stands behind. */
export const PRODUCT = { id: null, email: 'Signalwheel' } as const;
export const COMMAND = { id: null, email: 'command line' } as const;

export interface Act {
	actor: { id: string | null; email: string };
	/** 'noun.verb', for example 'user.change'. */
	act: string;
	/** What it was done to, in words that outlive it. */
	target: string;
	detail?: Readonly<Record<string, unknown>>;
	address: string;
}

/** Writes down an act; with `records` inside their transaction, so that there is no act without its line. */
export type Audit = (act: Act, records?: AccountRecords) => Promise<void>;

export const createAudit =
	(records: AccountRecords, clock: Clock): Audit =>
	async ({ actor, act, target, detail = {}, address }, within = records) =>
		within.addAudit({ at: clock.now(), actorId: actor.id, actor: actor.email, act, target, detail, address });
