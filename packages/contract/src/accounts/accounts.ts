import type { Area } from '../base/define.ts';
import { auth } from './auth.ts';
import { factors } from './factors.ts';
import { invitations } from './invitations.ts';
import { keys } from './keys.ts';
import { me } from './me.ts';
import { oauth } from './oauth.ts';
import { accountPages } from './pages.ts';
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
