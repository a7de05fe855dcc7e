import type { keys } from '@sw/contract/accounts/keys';
import { isoSeconds } from '@sw/domain/time/format';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type Calls, signedIn } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createKeys } from './keys/keys.ts';
import { presentKey } from './users/present.ts';

export function keyHandlers(context: Context, calls: Calls) {
	const own = createKeys(context);
	return {
		keys: async (call) => ({
			items: (await own.list(signedIn(call).id)).map(presentKey),
			now: isoSeconds(context.clock.now()),
		}),
		createKey: async (call) => {
			const { made, key } = await own.create(signedIn(call).id, call.body, calls.from(call));
			return respond(201, { ...presentKey(made), key });
		},
		revokeKey: async (call) => {
			await own.revoke(signedIn(call).id, call.params.id, calls.from(call));
			return respond(204);
		},
	} satisfies Handlers<typeof keys>;
}
