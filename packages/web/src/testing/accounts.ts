import { PRESET_LINKS } from '@sw/domain/prices/symbol';
import type { Expiries, Profile } from '../entities/session/session-query.ts';

export const EXPIRIES: Expiries = {
	access_token_exp: '2026-06-30T16:00:00Z',
	refresh_token_exp: '2026-07-30T15:45:00Z',
	now: '2026-06-30T15:45:00Z',
};

/** A trader, with optional differences. */
export function createProfile(overrides: Partial<Profile> = {}): Profile {
	return {
		user_id: '0197b3a2-0000-7000-8000-000000000001',
		email: 'ann@example.com',
		name: 'Ann',
		role: 'user',
		status: 'active',
		created: '2026-06-01T15:45:00Z',
		seen: null,
		theme: 'dark',
		language: 'en',
		palette: 'green-up',
		notices: { mail: false },
		links: [...PRESET_LINKS],
		license: 'pro',
		license_expires: null,
		second_factor: false,
		must_enrol: false,
		has_password: true,
		identities: [],
		pending_email: null,
		...EXPIRIES,
		...overrides,
	};
}
