import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { deliverySettingCalls as calls } from '@sw/contract/inbox/inbox';
import type { CallerAccount } from '@sw/domain/access/caller';
import { CHANNELS, type DeliverySettingsChange, parseMinuteOfDay } from '@sw/domain/inbox/delivery';
import { malformed, Problem } from '../../platform/errors.ts';
import { presentDelivery } from './messages.ts';
import type { InboxParts } from './ports.ts';

type Settings = AnswerOf<typeof calls.deliverySettings>;
type SettingsRequest = HandlerInput<typeof calls.changeDeliverySettings>['body'];

export function createDeliverySettings({ records, clock }: Pick<InboxParts, 'records' | 'clock'>) {
	const read = async ({ id }: CallerAccount): Promise<Settings> => {
		const [settings, stoppedChannels, feedAddresses] = await Promise.all([
			records.deliveryOf(id),
			records.stoppedChannelsOf(id),
			records.feedAddressesOf(id),
		]);
		if (!settings) throw new Problem('unauthenticated');
		return presentDelivery(settings, stoppedChannels, feedAddresses);
	};
	return {
		read,

		change: async (account: CallerAccount, request: SettingsRequest): Promise<Settings> => {
			const change = toSettingsChange(request);
			const { quiet } = (await records.deliveryOf(account.id)) ?? {};
			const quietHours = { ...quiet, ...change.quiet };
			if (quietHours.from === quietHours.to)
				throw malformed('quiet', 'The start and end of the quiet hours must differ. To stop all alerts, switch the channels off.');
			if (!(await records.changeDelivery(account.id, change, clock.now()))) throw new Problem('unauthenticated');
			return read(account);
		},
	};
}

function toSettingsChange({
	quiet = {},
	when,
	zone,
	most_a_day,
	cool_down,
	only_favourites,
	...channels
}: SettingsRequest): DeliverySettingsChange {
	return {
		...omitUndefined({ when, zone, mostADay: most_a_day, coolDown: cool_down, onlyFavourites: only_favourites }),
		quiet: omitUndefined({
			on: quiet.on,
			from: quiet.from === undefined ? undefined : parseMinuteOfDay(quiet.from),
			to: quiet.to === undefined ? undefined : parseMinuteOfDay(quiet.to),
		}),
		channels: omitUndefined(Object.fromEntries(CHANNELS.map((channel) => [channel, channels[channel]]))),
	};
}

function omitUndefined<T extends object>(fields: T) {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};
}
