import { createFileRoute, notFound } from '@tanstack/react-router';
import { messageQuery } from '../../features/messages/queries.ts';
import { awaitOnServer } from '../../pages/load.ts';

export const Route = createFileRoute('/messages/$id')({
	loader: ({ context: { api, queryClient }, params: { id } }) => {
		if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound();
		return awaitOnServer(queryClient.prefetchQuery(messageQuery(api, Number(id))));
	},
	component: () => null,
});
