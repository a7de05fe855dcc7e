import type { MessagePort } from 'node:worker_threads';
import type { OwnerAlerting } from '../../areas/inbox/alert-owners.ts';

/** To the thread: a report to send alerts about, and the port for the answer. */
export interface ToThread {
	readonly alerting: OwnerAlerting;
	readonly port: MessagePort;
}

/** From the thread, by that port; any message in the other direction aborts. */
export type FromThread = { readonly messages: number } | { readonly error: Error };
