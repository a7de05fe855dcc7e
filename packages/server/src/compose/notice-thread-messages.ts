import type { MessagePort } from 'node:worker_threads';
import type { Telling } from '../areas/inbox/tell-owners.ts';

/** To the thread: a report to tell of, and where its answer goes. */
export interface ToThread {
	readonly telling: Telling;
	readonly port: MessagePort;
}

/** From the thread, by the port of the telling; whatever comes the other way breaks it off. */
export type FromThread = { readonly messages: number } | { readonly error: Error };
