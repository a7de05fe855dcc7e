import type { MessageKind } from '@sw/domain/inbox/message';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import { INBOX } from '../../entities/inbox/unread.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words } from './words.ts';

/** The reader's actions on messages; the count in the header follows. Errors are shown. */
export function useMessages() {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	return useMemo(() => {
		const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: INBOX });
		const notify = (error: unknown): void => snack.error(words.actFailed, error instanceof Error ? error.message : '');
		const change = async (id: number, body: { read?: boolean; deleted?: false }): Promise<void> => {
			try {
				await api.inbox.changeMessage({ params: { id }, body });
			} catch (error) {
				notify(error);
			}
			await readAgain();
		};
		return {
			mark: (id: number, read: boolean) => change(id, { read }),
			/** Whether it was deleted; undo is offered for ten seconds. */
			remove: async (id: number, subject: string): Promise<boolean> => {
				const undo = snack.act();
				try {
					await api.inbox.deleteMessage({ params: { id }, body: {} });
				} catch (error) {
					notify(error);
					return false;
				}
				undo(words.deleted, subject, words.undo, () => void change(id, { deleted: false }));
				queryClient.removeQueries({ queryKey: [...INBOX, 'one', id] });
				await readAgain();
				return true;
			},
			readAll: async (kind: MessageKind | undefined): Promise<void> => {
				try {
					const { changed } = await api.inbox.readMessages({ body: kind ? { kind } : {} });
					snack.info(words.list, words.readDone(changed));
				} catch (error) {
					notify(error);
				}
				await readAgain();
			},
		};
	}, [api, queryClient]);
}
