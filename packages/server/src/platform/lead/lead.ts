import { setTimeout as delay } from 'node:timers/promises';
import { LEASE_DURATION, leaseEnd, RENEWAL_INTERVAL, renewalTimeout, STANDBY_CHECK_INTERVAL } from '@sw/domain/lead/rules';
import { createFence, type Fence } from '@sw/store/postgres/lead/fence';
import { type LeadLock, openLeadLock } from '@sw/store/postgres/lead/lead-lock';
import type { Records } from '@sw/store/postgres/records';
import { withTimeout } from '@sw/store/watch';

/** Leadership of the market, as far as this process knows: exactly one process leads, all others stand by. */
export interface Lead {
	/** Returns the epoch in which this process leads; undefined while it doesn't lead. */
	epoch(): number | undefined;
	/**
	 * Calls back after each change of `epoch`; losing the lead and regaining it are two changes. Returns a function that unsubscribes.
	 * After a loss, this process awaits the listeners' promises before it seeks the lead again: work of one epoch must not finish in a later epoch.
	 */
	onChange(listener: (epoch: number | undefined) => unknown): () => void;
	/** Checked by every commit of the pipeline (`Stores.fence`). */
	readonly fence: Fence;
	/** Releases the lead immediately, so that another process can take it. All commits must be done. */
	close(): Promise<void>;
}

export interface LeadParts {
	readonly records: Pick<Records, 'url' | 'process'>;
	/** Display name of this process. */
	readonly name: string;
	/** Address at which other processes reach this one. */
	readonly address: string;
	/** Milliseconds of a monotonic clock. Default: performance.now. */
	readonly monotonicNow?: () => number;
	/** Milliseconds; see LeadLockParts. */
	readonly lease?: number | undefined;
	onError(message: string, error: unknown): void;
}

interface Held {
	readonly epoch: number;
	/** Monotonic time from which the lease may have expired, even without notice to this process. */
	readonly until: number;
}

/** Takes the lead, or stands by until the lead is free. If no other process competes, this process leads when the promise resolves. */
export async function openLead({
	monotonicNow = () => performance.now(),
	lease = LEASE_DURATION,
	onError,
	...parts
}: LeadParts): Promise<Lead> {
	const closing = new AbortController();
	const closed = new Promise<void>((done) => closing.signal.addEventListener('abort', () => done(), { once: true }));
	const listeners = new Set<(epoch: number | undefined) => unknown>();
	let leadLock: LeadLock | undefined;
	let held: Held | undefined;
	/** Settles when all work of the previous epoch has ended. */
	let previousEpochDone: Promise<unknown> = Promise.resolve();
	let wake = new AbortController();

	const setHeld = (next: Held | undefined): void => {
		const changed = held?.epoch !== next?.epoch;
		held = next;
		if (changed) previousEpochDone = Promise.allSettled([...listeners].map((listener) => listener(next?.epoch)));
	};
	const loseLead = (reason: string): void => {
		if (held && !closing.signal.aborted) onError('lost the lead of the market', new Error(`Epoch ${held.epoch} ended: ${reason}`));
		setHeld(undefined);
	};
	const openNextLock = async (): Promise<LeadLock> => {
		const opened = await openLeadLock({ ...parts, lease, connectWithin: renewalTimeout(lease) });
		void opened.ended.then(() => {
			if (leadLock !== opened) return;
			leadLock = undefined;
			loseLead('its connection was closed.');
			wake.abort();
		});
		leadLock = opened;
		return opened;
	};
	/** Seeks the lead while standing by, renews it while leading. */
	const step = async (): Promise<void> => {
		if (!held) await Promise.race([previousEpochDone, closed]);
		if (closing.signal.aborted) return;
		const currentLock = leadLock ?? (await openNextLock());
		const sent = monotonicNow();
		if (!held) {
			const epoch = await withTimeout(currentLock.seek(), 2 * lease);
			// If this connection has answered and still exists, no other process can have taken over before the lease expires.
			if (epoch !== undefined && leadLock === currentLock) setHeld({ epoch, until: leaseEnd(sent, lease) });
		} else if (await withTimeout(currentLock.renew(held.epoch), renewalTimeout(lease))) {
			if (held) setHeld({ ...held, until: leaseEnd(sent, lease) });
		} else {
			loseLead('another process took over.');
			dropLock();
		}
	};
	/** Closes the connection, which may still hold the lock after the lease was lost. The next step opens a new connection. */
	const dropLock = (): void => {
		const left = leadLock;
		leadLock = undefined;
		left?.destroyConnection();
	};
	const tryStep = async (): Promise<void> => {
		try {
			await step();
		} catch (error) {
			loseLead(error instanceof Error ? error.message : String(error));
			dropLock();
		}
	};
	const run = async (): Promise<void> => {
		while (!closing.signal.aborted) {
			wake = new AbortController();
			const interrupted = AbortSignal.any([closing.signal, wake.signal]);
			await delay(held ? RENEWAL_INTERVAL : STANDBY_CHECK_INTERVAL, undefined, { signal: interrupted, ref: false }).catch(() => {});
			if (!closing.signal.aborted) await tryStep();
		}
	};
	await tryStep();
	const running = run();
	const epoch = (): number | undefined => (held && monotonicNow() < held.until ? held.epoch : undefined);
	return {
		epoch,
		onChange: (listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		fence: createFence(epoch),
		close: async () => {
			closing.abort();
			setHeld(undefined);
			await running;
			await leadLock?.close().catch(() => {});
		},
	};
}
