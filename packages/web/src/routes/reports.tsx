import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/session-query.ts';

/** Reports are for signed-in readers. */
export const Route = createFileRoute('/reports')({
	beforeLoad: async (context) => {
		await requireSession(context);
	},
});
