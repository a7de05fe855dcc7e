import type { invitations } from '@sw/contract/accounts/invitations';
import type { administration } from '@sw/contract/accounts/users';
import type { AuditSearch, StoredAuditEntry } from '@sw/domain/access/audit';
import type { Caller } from '@sw/domain/access/caller';
import { type Invitation, invitationState } from '@sw/domain/access/invitation';
import type { User } from '@sw/domain/access/user';
import { csvLine } from '@sw/domain/reports/csv';
import { isoSeconds } from '@sw/domain/time/format';
import { exchangeDate, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkToUtc } from '@sw/domain/time/zone';
import { notFound } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type CallOrigins, requireSession } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import type { AccountRecords } from './parts/ports.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { createAcceptance } from './sign-in/accept-invitation.ts';
import { createInvitations } from './users/invitations.ts';
import { presentExpiries, presentSession, presentUser } from './users/present.ts';
import { type Actor, createUsers } from './users/users.ts';

/** Maximum lines of an exported file, so that a spreadsheet can open it. Older entries can be exported by date. */
const MAX_EXPORT_LINES = 50_000;

/** Lines per batch. A batch needs a few milliseconds, and other requests are served between batches. */
const LINES_PER_BATCH = 2_000;

const HEADER_LINE = csvLine(['time', 'actor', 'act', 'target', 'detail', 'address', 'id']);

interface AuditQuery extends Pick<AuditSearch, 'actor' | 'act' | 'target'> {
	from?: string | undefined;
	to?: string | undefined;
}

export function createUserHandlers(context: Context, calls: CallOrigins) {
	const users = createUsers(context);
	const actorOf = async (call: { caller: Caller }): Promise<Actor> => users.requireUser(requireSession(call).id);
	const present = (user: User) => presentUser(user, context.clock.now());
	return {
		users: async ({ query: { q, status, role, sort_by: sortBy, sort_dir: sortDir, skip, max } }) => {
			const { items, total } = await users.list({ q, status, role, sortBy, sortDir, skip, max });
			return { items: items.map(present), total_count: total };
		},

		createUser: async (call) => {
			const { license_expires: licenseExpires, ...rest } = call.body;
			return respond(201, present(await users.create({ ...rest, licenseExpires }, await actorOf(call), calls.callOrigin(call))));
		},

		user: async (call) => present(await users.requireUser(call.params.id)),

		changeUser: async (call) => {
			const { license_expires: licenseExpires, ...rest } = call.body;
			return present(await users.change(call.params.id, { ...rest, licenseExpires }, await actorOf(call), calls.callOrigin(call)));
		},

		deleteUser: async (call) => {
			await users.remove(call.params.id, await actorOf(call), calls.callOrigin(call));
			return respond(204);
		},

		userSessions: async (call) => ({
			items: (await users.sessions(call.params.id)).map((session) => presentSession(session, requireSession(call).session)),
		}),

		endUserSessions: async (call) =>
			users.endSessions(call.params.id, requireSession(call).session, await actorOf(call), calls.callOrigin(call)),

		endUserSession: async (call) => {
			await users.endSession(call.params.id, call.params.session, await actorOf(call), calls.callOrigin(call));
			return respond(204);
		},

		mailSignInLink: async (call) => {
			const { email, expires } = await users.mailSignInLink(call.params.id, await actorOf(call), calls.callOrigin(call));
			return respond(202, { email, expires: isoSeconds(expires) });
		},

		audit: async ({ query }) => {
			const { items, total, isMore } = await context.records.listAudit(createAuditSearch(query), query.skip, query.max);
			const presentEntry = ({ id, at, actor, act, target, detail, address }: (typeof items)[number]) => ({
				id,
				time: isoSeconds(at),
				actor,
				act,
				target,
				detail: { ...detail },
				address,
			});
			return { items: items.map(presentEntry), total_count: total, is_more: isMore };
		},

		auditExport: async ({ query }) => {
			const name = `signalwheel-audit-${isoSeconds(context.clock.now()).replaceAll(':', '')}.csv`;
			return respond(200, await writeAuditFile(context.records, createAuditSearch(query)), {
				headers: { 'content-disposition': `attachment; filename="${name}"` },
			});
		},

		outbox: async ({ query }) => {
			const { items, total } = (await context.outbox?.list(query.skip, query.max)) ?? { items: [], total: 0 };
			return { items: items.map(({ id, time, to, subject }) => ({ id, time, to, subject })), total_count: total };
		},

		outboxMail: async ({ params }) => {
			const mail = await context.outbox?.read(params.id);
			if (!mail) throw notFound('Mail not found');
			return mail;
		},
	} satisfies Handlers<typeof administration>;
}

function createAuditSearch({ actor, act, target, from, to }: AuditQuery): AuditSearch {
	return {
		actor,
		act,
		target,
		since: from === undefined ? undefined : toMidnight(from),
		until: to === undefined ? undefined : toMidnight(to, 1),
	};
}

function toMidnight(date: string, daysLater = 0): UtcMs {
	return newYorkToUtc(addDays(exchangeDate(date), daysLater), 0, 0);
}

/** Writes the matching entries as a CSV file, newest first, at most `limit`. Entries added while the file is written are not included. */
export async function writeAuditFile(
	records: Pick<AccountRecords, 'auditAfter'>,
	search: AuditSearch,
	limit = MAX_EXPORT_LINES,
): Promise<Buffer> {
	const csvParts = [HEADER_LINE];
	let lastEntry: StoredAuditEntry | undefined;
	for (let lineCount = 0; lineCount < limit; ) {
		const entries = await records.auditAfter(search, lastEntry, Math.min(LINES_PER_BATCH, limit - lineCount));
		csvParts.push(entries.map(formatAuditLine).join(''));
		lineCount += entries.length;
		lastEntry = entries.at(-1);
		if (entries.length < LINES_PER_BATCH) break;
	}
	return Buffer.from(csvParts.join(''));
}

function formatAuditLine({ id, at, actor, act, target, detail, address }: StoredAuditEntry): string {
	return csvLine([isoSeconds(at), actor, act, target, Object.keys(detail).length === 0 ? '' : JSON.stringify(detail), address, id]);
}

export function createInvitationHandlers(context: Context, cookies: SessionCookies, calls: CallOrigins) {
	const acceptance = createAcceptance(context, createSecondFactor(context));
	const invitationService = createInvitations(context);
	const users = createUsers(context);
	const actorOf = async (call: Parameters<typeof requireSession>[0]): Promise<Actor> => users.requireUser(requireSession(call).id);
	const presentGrant = ({ email, role, license, licenseExpires, expiresAt, isSetup }: Invitation) => ({
		email,
		role,
		license,
		license_expires: licenseExpires === null ? null : isoSeconds(licenseExpires),
		expires: isoSeconds(expiresAt),
		setup: isSetup,
	});
	const present = (invitation: Invitation) => ({
		id: invitation.id,
		...presentGrant(invitation),
		state: invitationState(invitation, context.clock.now()),
		uses: invitation.uses,
		used: invitation.usedBy.length,
		created: isoSeconds(invitation.createdAt),
		created_by: invitation.createdBy,
	});
	return {
		verifyInvitation: async (call) => presentGrant(await acceptance.verify(call.params.id, call.body.code, calls.callOrigin(call))),

		acceptInvitation: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			const { redirect_to: redirectTo, ...body } = call.body;
			const { email, session } = await acceptance.accept(call.params.id, { ...body, redirectTo }, callOrigin);
			if (session === null) return respond(200, { email, session: null }, { cookies: browserCookies });
			const expiries = presentExpiries(session.expiries, context.clock.now());
			return respond(200, { email, session: expiries }, { cookies: [...cookies.tokenCookies(session), ...browserCookies] });
		},

		invitations: async ({ query: { state, skip, max } }) => {
			const { items, total } = await invitationService.list({ state, skip, max });
			return { items: items.map(present), total_count: total };
		},

		createInvitation: async (call) => {
			const { license_expires: licenseExpires, ...rest } = call.body;
			const { invitation, link } = await invitationService.create({ ...rest, licenseExpires }, await actorOf(call), calls.callOrigin(call));
			return respond(201, { invitation: present(invitation), link });
		},

		withdrawInvitation: async (call) => {
			await invitationService.withdraw(call.params.id, await actorOf(call), calls.callOrigin(call));
			return respond(204);
		},
	} satisfies Handlers<typeof invitations>;
}
