import { emailKey, emailRules, firstError } from '@sw/domain/access/form-rules';
import type { User } from '@sw/domain/access/user';
import { formatEt } from '@sw/domain/time/format';
import type { Context } from '../context/context.ts';
import { COMMAND_ACTOR } from '../parts/audit.ts';
import { createUsers } from './users.ts';

export const ADMIN_USAGE = `npm run admin -- create <email>         create an administrator, or make an existing account one
npm run admin -- link <email>           print a one-time sign-in link, valid for ten minutes; also while passwords are off
npm run admin -- reset-factor <email>   remove the second factor of an account whose owner has lost it
npm run admin -- list                   list all administrators`;

const LOCAL_CALL_ORIGIN = { address: 'this machine' };

/** `npm run admin -- ...`: tasks that must be possible before there is an administrator. Returns the exit code. */
export function createAdminCommand(context: Context) {
	return async ([command, email = '']: readonly string[], print: (line: string) => void): Promise<number> => {
		const { records, links, origin } = context;
		const users = createUsers(context);

		const printLink = async (user: User, prefix = ''): Promise<number> => {
			const { id, code, expires } = await records.transaction(async (tx) => {
				await context.audit({ actor: COMMAND_ACTOR, act: 'user.link', target: user.email, ...LOCAL_CALL_ORIGIN }, tx);
				return links.create('login', user, {}, tx);
			});
			print(`${prefix}${origin}/login?token=${id}.${code}`);
			print(`It works once, until ${formatEt(expires, 'datetime')} ET.`);
			return 0;
		};

		const create = async (): Promise<number> => {
			const existing = await records.userByEmail(emailKey(email));
			const grant = { role: 'admin', status: 'active' } as const;
			const user = existing
				? await users.change(existing.id, grant, COMMAND_ACTOR, LOCAL_CALL_ORIGIN)
				: await users.create({ email, ...grant }, COMMAND_ACTOR, LOCAL_CALL_ORIGIN);
			print(`${user.email} is an administrator.`);
			if (!context.passwordsEnabled) return printLink(user, 'Sign in: ');
			const link = await links.create('invite', user);
			print(`Set a password: ${origin}/auth/forgot-password?id=${link.id}&code=${link.code}`);
			print(`This link works once and expires at ${formatEt(link.expires, 'datetime')} ET.`);
			await context.backgroundMail.drain();
			return 0;
		};

		const printSignInLink = async (): Promise<number> => {
			const user = await records.userByEmail(emailKey(email));
			if (!user) {
				print(`${email} has no account.`);
				return 1;
			}
			return printLink(user);
		};

		const resetFactor = async (): Promise<number> => {
			const user = await records.userByEmail(emailKey(email));
			if (!user) {
				print(`${email} has no account.`);
				return 1;
			}
			await records.transaction(async (tx) => {
				await tx.removeFactors(user.id);
				await tx.changeUser(user.id, { secondFactorAt: null });
				await tx.endSessions(user.id);
				await tx.removeKeys(user.id);
				await tx.voidLinks(user.id, ['factor', 'login'], context.clock.now());
				await context.audit({ actor: COMMAND_ACTOR, act: 'factor.reset', target: user.email, ...LOCAL_CALL_ORIGIN }, tx);
			});
			const request = { at: context.clock.now(), ...LOCAL_CALL_ORIGIN };
			context.backgroundMail.send(
				context.mails.factorChanged(user.email, 'The operator of this service removed the second factor.', request),
			);
			await context.backgroundMail.drain();
			print(`${user.email} no longer needs a second factor and was signed out everywhere.`);
			return 0;
		};

		const list = async (): Promise<number> => {
			const { items } = await users.list({ role: 'admin', sortBy: 'email', sortDir: 'asc', skip: 0, max: 100 });
			for (const user of items) print(`${user.email}\t${user.status}`);
			return 0;
		};

		const usageError = findUsageError([command ?? '', email]);
		if (usageError !== undefined) {
			print(usageError);
			return 2;
		}
		return command === 'create' ? create() : command === 'link' ? printSignInLink() : command === 'list' ? list() : resetFactor();
	};
}

/** Returns why a command line is invalid; undefined for a valid one. */
export function findUsageError([command, email = '']: readonly string[]): string | undefined {
	if (command === 'list') return undefined;
	if (!['create', 'link', 'reset-factor'].includes(command ?? '')) return ADMIN_USAGE;
	return firstError(email, emailRules) === null ? undefined : `${email || 'Nothing'} isn't an e-mail address.`;
}
