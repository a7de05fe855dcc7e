import { setTimeout as delay } from 'node:timers/promises';
import { answerWithin, LEASE, LOOK_EVERY, leadsUntil, RENEW_EVERY } from '@sw/domain/lead/rules';
import { createFence, type Fence } from '@sw/store/postgres/lead/fence';
import { openSeat, type Seat } from '@sw/store/postgres/lead/seat';
import type { Records } from '@sw/store/postgres/records';
import { answered } from '@sw/store/watch';

/** Who leads the market, as far as this process knows. */
export interface Lead {
	/** The epoch in which this process leads; undefined while it does not. */
	epoch(): number | undefined;
	/**
	 * After each change of `epoch`; a lead that was lost and taken again is two. What the listener answers to a loss is waited for before this process seeks
	 * the lead again: work that was begun in one epoch must not end in a later one of the same process. Returns the way to stop listening.
	 */
	onChange(listener: (epoch: number | undefined) => unknown): () => void;
	/** For `Stores.fence`: every commit of the pipeline passes it. */
	readonly fence: Fence;
	/** Gives the lead back at once, for the next to take; what is to be committed has been. */
	close(): Promise<void>;
}

export interface LeadParts {
	readonly records: Pick<Records, 'url' | 'process'>;
	/** The name of this process, for people. */
	readonly name: string;
	/** Where other processes reach it. */
	readonly address: string;
	/** Milliseconds by a clock that nobody sets. */
	readonly steady?: () => number;
	/** See SeatParts. */
	readonly lease?: number | undefined;
	onTrouble(what: string, error: unknown): void;
}

interface Held {
	readonly epoch: number;
	/** By the steady clock: the lease may be old from then on, whatever this process has been told. */
	readonly until: number;
}

/** Takes the lead, or stands by until it can. Where nobody else wants it, this process leads when the promise resolves. */
export const openLead = async ({ steady = () => performance.now(), lease = LEASE, onTrouble, ...parts }: LeadParts): Promise<Lead> => {
	const closing = new AbortController();
	const closed = new Promise<void>((done) => closing.signal.addEventListener('abort', () => done(), { once: true }));
	const listeners = new Set<(epoch: number | undefined) => unknown>();
	let seat: Seat | undefined;
	let held: Held | undefined;
	/** Settles when all work of the last epoch has ended. */
	let atRest: Promise<unknown> = Promise.resolve();
	let wake = new AbortController();

	const hold = (next: Held | undefined): void => {
		const changed = held?.epoch !== next?.epoch;
		held = next;
		if (changed) atRest = Promise.allSettled([...listeners].map((listener) => listener(next?.epoch)));
	};
	const leave = (why: string): void => {
		if (held && !closing.signal.aborted) onTrouble('lost the lead of the market', new Error(`Epoch ${held.epoch} ended: ${why}`));
		hold(undefined);
	};
	const sit = async (): Promise<Seat> => {
		const opened = await openSeat({ ...parts, lease, connectWithin: answerWithin(lease) });
		void opened.ended.then(() => {
			if (seat !== opened) return;
			seat = undefined;
			leave('its connection was closed.');
			wake.abort();
		});
		seat = opened;
		return opened;
	};
	/** One step: sought while standing by, renewed while leading. */
	const step = async (): Promise<void> => {
		if (!held) await Promise.race([atRest, closed]);
		if (closing.signal.aborted) return;
		const at = seat ?? (await sit());
		const sent = steady();
		if (!held) {
			const epoch = await answered(at.seek(), 2 * lease);
			// Nobody can have ended the connection on which this was answered before the lease is old.
			if (epoch !== undefined && seat === at) hold({ epoch, until: leadsUntil(sent, lease) });
		} else if (await answered(at.renew(held.epoch), answerWithin(lease))) {
			if (held) hold({ ...held, until: leadsUntil(sent, lease) });
		} else {
			leave('another process took over.');
			drop();
		}
	};
	/** The lock may be held by a connection that has lost its lease: the next step begins anew. */
	const drop = (): void => {
		const left = seat;
		seat = undefined;
		left?.breakOff();
	};
	const tryStep = async (): Promise<void> => {
		try {
			await step();
		} catch (error) {
			leave(error instanceof Error ? error.message : String(error));
			drop();
		}
	};
	const run = async (): Promise<void> => {
		while (!closing.signal.aborted) {
			wake = new AbortController();
			const waits = AbortSignal.any([closing.signal, wake.signal]);
			await delay(held ? RENEW_EVERY : LOOK_EVERY, undefined, { signal: waits, ref: false }).catch(() => {});
			if (!closing.signal.aborted) await tryStep();
		}
	};
	await tryStep();
	const running = run();
	const epoch = (): number | undefined => (held && steady() < held.until ? held.epoch : undefined);
	return {
		epoch,
		onChange: (listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		fence: createFence(epoch),
		close: async () => {
			closing.abort();
			hold(undefined);
			await running;
			await seat?.close().catch(() => {});
		},
	};
};
