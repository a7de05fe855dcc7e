import { accounts } from '@sw/contract/accounts/accounts';
import { contract } from '@sw/contract/index';
import { Problem } from '../../../platform/errors.ts';
import type { Implementation } from '../../handlers.ts';

/** Calls of other areas with real access checks but without content: permitted callers get 404. */
export const emptyAreas: Implementation[] = Object.values(contract)
	.filter((area) => area !== accounts)
	.map((area) => ({
		area,
		handlers: Object.fromEntries(
			Object.keys(area).map((name) => [
				name,
				() => {
					throw new Problem('not_found');
				},
			]),
		),
	}));
