import { type ACTIONS, type CallerAccount, isAllowed } from '@sw/domain/access/caller';
import { Problem } from '../../platform/errors.ts';
import { type Guard, visitorCaller } from '../guard.ts';

export type CallerKind = 'visitor' | 'none' | 'basic' | 'premium' | 'pro' | 'admin';

function idOf(number: number): string {
	return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Headers of a call by that kind of caller; users are distinguished by number. */
export function headersOf(kind: CallerKind, user = 1): Record<string, string> {
	return { 'x-test-caller': `${kind} ${idOf(user)}` };
}

export const userId = idOf;

function parseAccount(header: unknown): CallerAccount | null {
	const [kind = 'visitor', id = ''] = typeof header === 'string' ? header.split(' ') : [];
	if (kind === 'visitor') return null;
	const licence = kind === 'none' ? null : kind === 'admin' ? 'pro' : (kind as 'basic' | 'premium' | 'pro');
	return { id, role: kind === 'admin' ? 'admin' : 'user', licence, session: id };
}

/** Authenticates the caller named by the headers that headersOf returns, with the product's own table of permissions. */
export const testGuard: Guard = (request, { access }) => {
	const caller = { ...visitorCaller(request), account: parseAccount(request.headers['x-test-caller']) };
	const act = access === 'signed' ? 'call public' : (`call ${access}` as keyof typeof ACTIONS);
	if (isAllowed(caller, act)) return caller;
	throw new Problem(caller.account === null ? 'unauthenticated' : 'denied');
};
