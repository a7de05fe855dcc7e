import { useEffect } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words } from './words.ts';

/** Shows a snackbar with status and message if a table fails to load. The first load and later ones have different texts. */
export function useTopFailure({ error, data }: { error: Error | null; data: unknown }): void {
	const hasOlderData = data !== undefined;
	useEffect(() => {
		if (!error) return;
		const status = error instanceof ApiError && error.status > 0 ? `${error.status} ` : '';
		snack.error(hasOlderData ? words.failedUpdate : words.failed, `${status}${error.message}`);
	}, [error, hasOlderData]);
}
