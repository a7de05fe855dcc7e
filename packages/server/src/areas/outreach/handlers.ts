import type { outreach } from '@sw/contract/outreach/outreach';
import { emailKey } from '@sw/domain/access/form-rules';
import type { ContactMessage } from '@sw/domain/outreach/contact-message';
import type { WaitListSignUp, WaitListSource } from '@sw/domain/outreach/wait-list';
import { isoSeconds } from '@sw/domain/time/format';
import { exchangeDate, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkToUtc } from '@sw/domain/time/zone';
import { notFound, Problem } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { createContactMessages } from './contact-messages.ts';
import type { OutreachParts } from './ports.ts';

const NO_ENTRY = 'Sign-up not found';

const ON_LIST = 'This address is already on the list';

export function outreachHandlers(parts: OutreachParts) {
	const { records, audit } = parts;
	const waitList = createWaitList(parts);
	const messages = createContactMessages(parts);
	return {
		waitList: async ({ query: { Email: email, Source: source, From: from, To: to, skip, max } }) => {
			const search = { email, source, since: midnight(from), until: midnight(to, 1) };
			const { items, total } = await records.listSignUps(search, skip, max);
			return { items: items.map(presentEntry), total_count: total };
		},

		joinWaitList: async ({ body, caller }) => respond(201, presentEntry(await waitList.join(body.email, body.source, caller.address))),

		waitListEntry: async ({ params, query }) => {
			const { hasAccount, ...entry } = await waitList.one(params.email, query.source);
			return { ...presentEntry(entry), has_account: hasAccount };
		},

		deleteWaitListEntry: async ({ params, query: { source }, caller }) => {
			const email = await waitList.remove(params.email, source);
			await audit(caller, 'wait-list.delete', email, { source });
			return respond(204);
		},

		contactUs: async ({ body, headers, request, caller }) => {
			const { id, at } = await messages.write(body, { ip: request.ip, address: caller.address, token: headers.captcha });
			return { id, time: isoSeconds(at) };
		},

		contactLetters: async ({ query: { q, dealt_with: dealtWith, skip, max } }) => {
			const { items, total } = await records.listContactMessages({ q, dealtWith }, skip, max);
			return { items: items.map(presentContactMessage), total_count: total };
		},

		answerContactLetter: async ({ params, body, caller }) => {
			const answered = await messages.answer(params.id, body.text);
			await audit(caller, 'letter.answer', answered.email, { letter: answered.id });
			return presentContactMessage(answered);
		},

		changeContactLetter: async ({ params, body, caller }) => {
			const { before, after } = await messages.dealWith(params.id, body.dealt_with);
			await audit(caller, 'letter.change', after.email, {
				letter: after.id,
				dealt_with: [before.dealtWithAt !== null, after.dealtWithAt !== null],
			});
			return presentContactMessage(after);
		},
	} satisfies Handlers<typeof outreach>;
}

function presentContactMessage({ at, dealtWithAt, ...rest }: ContactMessage) {
	return {
		...rest,
		time: isoSeconds(at),
		dealt_with_at: dealtWithAt === null ? null : isoSeconds(dealtWithAt),
	};
}

function presentEntry({ email, source, at }: WaitListSignUp) {
	return { email, source, created: isoSeconds(at) };
}

function midnight(date: string | undefined, later = 0): UtcMs | undefined {
	return date === undefined ? undefined : newYorkToUtc(addDays(exchangeDate(date), later), 0, 0);
}

/** Wait-list sign-ups: one per address and source. */
function createWaitList({ records, clock, limits }: Pick<OutreachParts, 'records' | 'clock' | 'limits'>) {
	return {
		join: async (email: string, source: WaitListSource, address: string): Promise<WaitListSignUp> => {
			await limits.entry(address);
			const entry = { email: emailKey(email), source, at: clock.now() };
			if (!(await records.addSignUp(entry))) throw new Problem('conflict', { errors: [{ field: 'email', message: ON_LIST }] });
			return entry;
		},

		one: async (email: string, source: WaitListSource): Promise<WaitListSignUp & { hasAccount: boolean }> => {
			const entry = await records.signUpById(emailKey(email), source);
			if (!entry) throw notFound(NO_ENTRY);
			return { ...entry, hasAccount: (await records.userByEmail(entry.email)) !== undefined };
		},

		/** Resolves to the removed address. */
		remove: async (email: string, source: WaitListSource): Promise<string> => {
			const key = emailKey(email);
			if (!(await records.removeSignUp(key, source))) throw notFound(NO_ENTRY);
			return key;
		},
	};
}
