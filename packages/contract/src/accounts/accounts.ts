import type { Area } from '../base/define.ts';
import { accountPages, auth, oauth } from './auth.ts';
import { factors } from './factors.ts';
import { invitations } from './invitations.ts';
import { keys, me } from './me.ts';
import { administration } from './users.ts';

/** Accounts, sessions and their administration. */
export const accounts = {
	...auth,
	...oauth,
	...me,
	...keys,
	...factors,
	...invitations,
	...administration,
	...accountPages,
} as const satisfies Area;
