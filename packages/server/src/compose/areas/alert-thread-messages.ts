import type { MessagePort } from 'node:worker_threads';
import type { OwnerAlertInput } from '../../areas/inbox/alert-owners.ts';

/** Sent to the thread: a report to send alerts about, and the port for the reply. */
export interface AlertThreadRequest {
	readonly alerting: OwnerAlertInput;
	readonly port: MessagePort;
}

/** The thread's reply on that port. Any message sent to the thread on the port aborts the work. */
export type AlertThreadReply = { readonly messages: number } | { readonly error: Error };
