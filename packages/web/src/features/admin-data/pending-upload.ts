import type { AdminSearch } from '../../entities/administration/links.ts';

/** A previewed upload that is neither imported nor deleted, and the address of its preview. */
export interface PendingUpload {
	readonly name: string;
	readonly search: AdminSearch;
}

/** For this tab, until it is closed; only set in effects, so never on the server. */
let pending: PendingUpload | undefined;

export const pendingUpload = (): PendingUpload | undefined => pending;

export function keepPending(upload: PendingUpload | undefined): void {
	pending = upload;
}
