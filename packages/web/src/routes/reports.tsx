import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/session-query.ts';

/** Requires a session for all report pages. */
export const Route = createFileRoute('/reports')({
	beforeLoad: async (context) => {
		await requireSession(context);
	},
});
