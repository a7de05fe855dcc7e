import { emailKey, emailRules, firstError } from '@sw/domain/access/form-rules';
import type { User } from '@sw/domain/access/user';
import { formatEt } from '@sw/domain/time/format';
import type { Context } from '../context/context.ts';
import { COMMAND } from '../parts/audit.ts';
import { createUsers } from './users.ts';

export const ADMIN_USAGE = `npm run admin -- create <email>         create an administrator, or make an existing account one
npm run admin -- link <email>           print a one-time sign-in link, valid for ten minutes; also while passwords are off
npm run admin -- reset-factor <email>   remove the second factor of an account whose owner has lost it
npm run admin -- list                   list all administrators`;

const THIS_MACHINE = { address: 'this machine' };

/** `npm run admin -- ...`: tasks that must be possible before there is an administrator. Returns the exit code. */
export function adminCommand(context: Context) {
	return async ([verb, email = '']: readonly string[], print: (line: string) => void): Promise<number> => {
		const { records, links, origin } = context;
		const users = createUsers(context);

		const printLink = async (user: User, before = ''): Promise<number> => {
			const { id, code, expires } = await records.transaction(async (tx) => {
				await context.audit({ actor: COMMAND, act: 'user.link', target: user.email, ...THIS_MACHINE }, tx);
				return links.create('login', user, {}, tx);
			});
			print(`${before}${origin}/login?token=${id}.${code}`);
			print(`It works once, until ${formatEt(expires, 'datetime')} ET.`);
			return 0;
		};

		const create = async (): Promise<number> => {
			const found = await records.userByEmail(emailKey(email));
			const grant = { role: 'admin', status: 'active' } as const;
			const user = found
				? await users.change(found.id, grant, COMMAND, THIS_MACHINE)
				: await users.create({ email, ...grant }, COMMAND, THIS_MACHINE);
			print(`${user.email} is an administrator.`);
			if (!context.passwords) return printLink(user, 'Sign in: ');
			const link = await links.create('invite', user);
			print(`Set a password: ${origin}/auth/forgot-password?id=${link.id}&code=${link.code}`);
			print(`This link works once and expires at ${formatEt(link.expires, 'datetime')} ET.`);
			await context.backgroundMail.drain();
			return 0;
		};

		const printSignInLink = async (): Promise<number> => {
			const found = await records.userByEmail(emailKey(email));
			if (!found) {
				print(`${email} has no account.`);
				return 1;
			}
			return printLink(found);
		};

		const resetFactor = async (): Promise<number> => {
			const found = await records.userByEmail(emailKey(email));
			if (!found) {
				print(`${email} has no account.`);
				return 1;
			}
			await records.transaction(async (tx) => {
				await tx.removeFactors(found.id);
				await tx.changeUser(found.id, { secondFactorAt: null });
				await tx.endSessions(found.id);
				await tx.removeKeys(found.id);
				await tx.voidLinks(found.id, ['factor', 'login'], context.clock.now());
				await context.audit({ actor: COMMAND, act: 'factor.reset', target: found.email, ...THIS_MACHINE }, tx);
			});
			const at = { at: context.clock.now(), ...THIS_MACHINE };
			context.backgroundMail.send(context.mails.factorChanged(found.email, 'The operator of this service removed the second factor.', at));
			await context.backgroundMail.drain();
			print(`${found.email} no longer needs a second factor and was signed out everywhere.`);
			return 0;
		};

		const list = async (): Promise<number> => {
			const { items } = await users.list({ role: 'admin', sortBy: 'email', sortDir: 'asc', skip: 0, max: 100 });
			for (const user of items) print(`${user.email}\t${user.status}`);
			return 0;
		};

		const fault = adminFault([verb ?? '', email]);
		if (fault !== undefined) {
			print(fault);
			return 2;
		}
		return verb === 'create' ? create() : verb === 'link' ? printSignInLink() : verb === 'list' ? list() : resetFactor();
	};
}

/** Returns why a command line is invalid; undefined for a valid one. */
export function adminFault([verb, email = '']: readonly string[]): string | undefined {
	if (verb === 'list') return undefined;
	if (!['create', 'link', 'reset-factor'].includes(verb ?? '')) return ADMIN_USAGE;
	return firstError(email, emailRules) === null ? undefined : `${email || 'Nothing'} isn't an e-mail address.`;
}
