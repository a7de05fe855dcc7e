import { auth } from './accounts-auth.ts';
import { factors } from './accounts-factors.ts';
import { keys } from './accounts-keys.ts';
import { me } from './accounts-me.ts';
import { oauth } from './accounts-oauth.ts';
import { accountPages } from './accounts-pages.ts';
import { administration } from './accounts-users.ts';
import type { Area } from './define.ts';

/** Accounts, sessions and their administration. */
export const accounts = { ...auth, ...oauth, ...me, ...keys, ...factors, ...administration, ...accountPages } as const satisfies Area;
