import type { administration } from '@sw/contract/accounts-users';
import type { Caller } from '@sw/domain/access/caller';
import type { User } from '@sw/domain/access/user';
import { isoSeconds } from '@sw/domain/time/format';
import { notFound } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type Calls, signedIn } from './context/call.ts';
import type { Context } from './context/context.ts';
import { presentUser } from './users/present.ts';
import { type Actor, createUsers } from './users/users.ts';

export const userHandlers = (context: Context, calls: Calls) => {
	const users = createUsers(context);
	const actorOf = async (call: { caller: Caller }): Promise<Actor> => users.one(signedIn(call).id);
	const present = (user: User) => presentUser(user, context.clock.now());
	return {
		users: async ({ query: { q, status, role, sort_by: sortBy, sort_dir: sortDir, skip, max } }) => {
			const { items, total } = await users.list({ q, status, role, sortBy, sortDir, skip, max });
			return { items: items.map(present), total_count: total };
		},

		createUser: async (call) => {
			const { license_expires: licenseExpires, ...rest } = call.body;
			return respond(201, present(await users.create({ ...rest, licenseExpires }, await actorOf(call), calls.from(call))));
		},

		user: async (call) => present(await users.one(call.params.id)),

		changeUser: async (call) => {
			const { license_expires: licenseExpires, ...rest } = call.body;
			return present(await users.change(call.params.id, { ...rest, licenseExpires }, await actorOf(call), calls.from(call)));
		},

		deleteUser: async (call) => {
			await users.remove(call.params.id, await actorOf(call), calls.from(call));
			return respond(204);
		},

		audit: async ({ query }) => {
			const { items, total } = await context.records.listAudit(query.skip, query.max);
			const entryOf = ({ id, at, actor, act, target, detail, address }: (typeof items)[number]) => ({
				id,
				time: isoSeconds(at),
				actor,
				act,
				target,
				detail: { ...detail },
				address,
			});
			return { items: items.map(entryOf), total_count: total };
		},

		outbox: async ({ query }) => {
			const { items, total } = (await context.outbox?.list(query.skip, query.max)) ?? { items: [], total: 0 };
			return { items: items.map(({ id, time, to, subject }) => ({ id, time, to, subject })), total_count: total };
		},

		outboxMail: async ({ params }) => {
			const mail = await context.outbox?.read(params.id);
			if (!mail) throw notFound('There is no such mail');
			return mail;
		},
	} satisfies Handlers<typeof administration>;
};
