import { Problem } from '../../../platform/errors.ts';

/** Calls that open an account without a sign-in provider, or prepare that. */
const CALLS = [
	'login',
	'signup',
	'startRecovery',
	'verifyRecovery',
	'completeRecovery',
	'passkeyOptions',
	'passkeyLogin',
	'verifyInvitation',
	'acceptInvitation',
	'changePassword',
	'mailSignInLink',
] as const;

type Handlers = Readonly<Record<(typeof CALLS)[number], unknown>>;

/** The handlers of a service in which only sign-in providers open accounts: those calls answer 403. Links of `npm run admin` keep working. */
export function withoutPasswords<H extends Handlers>(handlers: H, labels: readonly string[]): H {
	const alternative = labels.length === 0 ? 'through the proxy of this service' : `with ${labels.join(' or ')}`;
	const refuse = (): never => {
		throw new Problem('denied', { detail: `Password sign-in is turned off here: sign in ${alternative}` });
	};
	return { ...handlers, ...Object.fromEntries(CALLS.map((name) => [name, refuse])) };
}
