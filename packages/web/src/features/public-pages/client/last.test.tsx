import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberUser } from '../../../entities/session/stored-user.ts';
import { showMemberLinks } from './last.ts';

const MENU = `<nav><a href="/main">Main</a><template data-members><a href="/favourites">Favourites</a></template></nav>
	<a href="/auth/signin" data-stranger>Sign in</a><template data-members><a href="/profile">Profile</a></template>`;

function links() {
	return [...document.querySelectorAll('a')].map(({ textContent }) => textContent);
}

describe('the header of a page with the same bytes for all readers', () => {
	// Other pages store the signed-in user in this browser.
	beforeEach(() => localStorage.clear());
	afterEach(() => {
		localStorage.clear();
		document.body.replaceChildren();
	});

	it('offers strangers the way in', () => {
		document.body.innerHTML = MENU;
		showMemberLinks();
		expect(links()).toEqual(['Main', 'Sign in']);
	});

	it('offers who is signed in the ways to their own pages', () => {
		rememberUser({ user_id: '1', role: 'user' });
		document.body.innerHTML = MENU;
		showMemberLinks();
		expect(links()).toEqual(['Main', 'Favourites', 'Profile']);
	});

	it('keeps the way in where only strangers come', () => {
		rememberUser({ user_id: '1', role: 'user' });
		document.body.innerHTML = '<a href="/auth/signin" data-stranger>Sign in</a>';
		showMemberLinks();
		expect(links()).toEqual(['Sign in']);
	});
});
