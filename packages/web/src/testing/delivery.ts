import type { DeliverySettings } from '../entities/inbox/delivery-settings.ts';

/** Default alert delivery settings, with optional differences. */
export function createDeliverySettings(overrides: Partial<DeliverySettings> = {}): DeliverySettings {
	return {
		when: 'at_once',
		quiet: { on: false, from: '20:00', to: '08:30' },
		zone: 'America/New_York',
		most_a_day: 20,
		cool_down: 60,
		only_favourites: false,
		mail: false,
		push: false,
		webhook: false,
		app: false,
		stopped: [],
		addresses: [],
		...overrides,
	};
}
