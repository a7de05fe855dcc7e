import type { Caller, CallerAccount } from '@sw/domain/access/caller';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../platform/errors.ts';
import type { From } from './context.ts';

interface Called {
	caller: Caller;
	request: FastifyRequest;
}

/** Raw headers: validated ones hold only what the call declares. */
export const fromOf = ({ caller, request }: Called): From => ({
	ip: request.ip,
	address: caller.address,
	agent: request.raw.headers['user-agent'] ?? '',
});

/** The account that the guard has let in. */
export const accountOf = ({ caller }: Pick<Called, 'caller'>): CallerAccount & { session: string } => {
	const { account } = caller;
	if (account === null || account.session === null) throw new Problem('unauthenticated');
	return { ...account, session: account.session };
};
