import { setTimeout as delay } from 'node:timers/promises';
import { LEASE_DURATION, leaseEnd, RENEWAL_INTERVAL, renewalTimeout, STANDBY_CHECK_INTERVAL } from '@sw/domain/lead/rules';
import { createFence, type Fence } from '@sw/store/postgres/lead/fence';
import { type LeadLock, openLeadLock } from '@sw/store/postgres/lead/lead-lock';
import type { Records } from '@sw/store/postgres/records';
import { withTimeout } from '@sw/store/watch';

/** Leadership of the market, as far as this process knows: exactly one process leads, all others stand by. */
export interface Lead {
	/** Returns the epoch in which this process leads; undefined while it doesn't lead. */
	getEpoch(): number | undefined;
	/**
	 * Calls back after each change of the epoch; losing the lead and regaining it are two changes. Returns a function that unsubscribes.
	 * After losing the lead, this process awaits the listeners' promises before it seeks the lead again: work of one epoch must not finish in a later epoch.
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
	readonly leaseMs?: number | undefined;
	onError(message: string, error: unknown): void;
}

interface HeldLease {
	readonly epoch: number;
	/** Time of the monotonic clock from which the lease may have expired, even if this process doesn't know yet. */
	readonly expiresAt: number;
}

/** Takes the lead, or stands by until the lead is free. If no other process competes, this process leads when the promise resolves. */
export async function openLead({
	monotonicNow = () => performance.now(),
	leaseMs = LEASE_DURATION,
	onError,
	...parts
}: LeadParts): Promise<Lead> {
	const closeController = new AbortController();
	const closedPromise = new Promise<void>((done) => closeController.signal.addEventListener('abort', () => done(), { once: true }));
	const listeners = new Set<(epoch: number | undefined) => unknown>();
	let leadLock: LeadLock | undefined;
	let heldLease: HeldLease | undefined;
	/** Settles when all work of the previous epoch has ended. */
	let previousEpochDone: Promise<unknown> = Promise.resolve();
	let wakeController = new AbortController();

	const setHeldLease = (next: HeldLease | undefined): void => {
		const changed = heldLease?.epoch !== next?.epoch;
		heldLease = next;
		if (changed) previousEpochDone = Promise.allSettled([...listeners].map((listener) => listener(next?.epoch)));
	};
	const loseLead = (reason: string): void => {
		if (heldLease && !closeController.signal.aborted)
			onError('lost the lead of the market', new Error(`Epoch ${heldLease.epoch} ended: ${reason}`));
		setHeldLease(undefined);
	};
	const openNextLock = async (): Promise<LeadLock> => {
		const newLock = await openLeadLock({ ...parts, leaseMs, connectTimeoutMs: renewalTimeout(leaseMs) });
		void newLock.ended.then(() => {
			if (leadLock !== newLock) return;
			leadLock = undefined;
			loseLead('its connection was closed.');
			wakeController.abort();
		});
		leadLock = newLock;
		return newLock;
	};
	/** Seeks the lead while standing by, renews it while leading. */
	const seekOrRenewLead = async (): Promise<void> => {
		if (!heldLease) await Promise.race([previousEpochDone, closedPromise]);
		if (closeController.signal.aborted) return;
		const currentLock = leadLock ?? (await openNextLock());
		const sentAt = monotonicNow();
		if (!heldLease) {
			const epoch = await withTimeout(currentLock.tryToLead(), 2 * leaseMs);
			// If this connection has answered and still exists, no other process can have taken over before the lease expires.
			if (epoch !== undefined && leadLock === currentLock) setHeldLease({ epoch, expiresAt: leaseEnd(sentAt, leaseMs) });
		} else if (await withTimeout(currentLock.renew(heldLease.epoch), renewalTimeout(leaseMs))) {
			if (heldLease) setHeldLease({ ...heldLease, expiresAt: leaseEnd(sentAt, leaseMs) });
		} else {
			loseLead('another process took over.');
			dropLock();
		}
	};
	/** Closes the connection, which may still hold the lock after the lease was lost. The next attempt opens a new connection. */
	const dropLock = (): void => {
		const oldLock = leadLock;
		leadLock = undefined;
		oldLock?.destroyConnection();
	};
	const tryStep = async (): Promise<void> => {
		try {
			await seekOrRenewLead();
		} catch (error) {
			loseLead(error instanceof Error ? error.message : String(error));
			dropLock();
		}
	};
	const runLoop = async (): Promise<void> => {
		while (!closeController.signal.aborted) {
			wakeController = new AbortController();
			const wakeSignal = AbortSignal.any([closeController.signal, wakeController.signal]);
			await delay(heldLease ? RENEWAL_INTERVAL : STANDBY_CHECK_INTERVAL, undefined, { signal: wakeSignal, ref: false }).catch(() => {});
			if (!closeController.signal.aborted) await tryStep();
		}
	};
	await tryStep();
	const runPromise = runLoop();
	const getEpoch = (): number | undefined => (heldLease && monotonicNow() < heldLease.expiresAt ? heldLease.epoch : undefined);
	return {
		getEpoch,
		onChange: (listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		fence: createFence(getEpoch),
		close: async () => {
			closeController.abort();
			setHeldLease(undefined);
			await runPromise;
			await leadLock?.close().catch(() => {});
		},
	};
}
