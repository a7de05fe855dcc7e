import type { AnswerOf } from '@sw/contract/base/define';
import type { inbox as calls, MessageHead } from '@sw/contract/inbox/inbox';
import type { CallerAccount } from '@sw/domain/access/caller';
import { type Message, type MessageKind, type MessageSearch, UNDO_LIFE } from '@sw/domain/inbox/message';
import { utcMs } from '@sw/domain/time/units';
import { notFound } from '../../platform/errors.ts';
import type { InboxParts } from './ports.ts';
import { presentMessageHead } from './present-message.ts';
import { createAlertReading } from './read-alert.ts';

const NO_MESSAGE = 'Message not found';

/** An account's inbox. Another account's message counts as missing. */
export function createMessages(parts: InboxParts) {
	const { records, clock, lists, directory } = parts;
	const readNotice = createAlertReading(parts);

	const headOf = async (userId: string): Promise<(message: Message) => MessageHead> => {
		const own = await lists(userId);
		return (message) => presentMessageHead(message, (id) => own.filter(id)?.userId === userId);
	};

	const change = async (userId: string, id: number, wanted: { read?: boolean | undefined; deleted?: boolean | undefined }) => {
		const now = clock.now();
		const changed = await records.changeMessage(userId, id, wanted, { now, since: utcMs(now - UNDO_LIFE) });
		if (!changed) throw notFound(NO_MESSAGE);
		return changed;
	};

	return {
		list: async (
			{ id: userId, licence }: CallerAccount,
			{ q, ...asked }: MessageSearch,
			page: { skip: number; max: number },
		): Promise<AnswerOf<typeof calls.messages>> => {
			const now = clock.now();
			await records.addAnnouncements(userId, licence, now);
			const words = q?.trim() || undefined;
			const search = { ...asked, q: words, tickerId: words === undefined ? undefined : directory.bySymbol(words)?.id };
			const [{ items, total }, unread, present] = await Promise.all([
				records.listMessages(userId, search, { ...page, now }),
				records.unreadMessages(userId, now),
				headOf(userId),
			]);
			return { items: items.map(present), total_count: total, unread_count: unread };
		},

		unread: async ({ id: userId, licence }: CallerAccount): Promise<{ count: number }> => {
			const now = clock.now();
			await records.addAnnouncements(userId, licence, now);
			return { count: await records.unreadMessages(userId, now) };
		},

		one: async (account: CallerAccount, id: number): Promise<AnswerOf<typeof calls.message>> => {
			const found = await records.messageById(account.id, id, clock.now());
			if (!found) throw notFound(NO_MESSAGE);
			const own = await lists(account.id);
			const { notice: alert, written } = found;
			return {
				...(await headOf(account.id))(found),
				text: written?.text ?? null,
				link: written?.link ?? null,
				notice: alert && (await readNotice(alert, account, own.favorites)),
			};
		},

		change: async ({ id: userId }: CallerAccount, id: number, wanted: { read?: boolean | undefined; deleted?: false | undefined }) =>
			(await headOf(userId))(await change(userId, id, wanted)),

		remove: async ({ id: userId }: CallerAccount, id: number): Promise<void> => {
			await change(userId, id, { deleted: true });
		},

		readAll: async ({ id: userId }: CallerAccount, kind: MessageKind | undefined): Promise<{ changed: number }> => ({
			changed: await records.readMessages(userId, kind, clock.now()),
		}),
	};
}
