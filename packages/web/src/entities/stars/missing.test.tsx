import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { useSession } from '../session/session-query.ts';
import { useStarRequirementToast } from './missing.ts';

function Star() {
	const missing = useStarRequirementToast();
	const { state } = useSession();
	return (
		<button type="button" disabled={state === 'unknown'} onClick={missing}>
			Star
		</button>
	);
}

it.each([
	['a licence, to an account without one', () => createProfile({ license: null }), 'Favourites need a licence'],
	['an account, to a visitor', () => rejectCall(401, 'No authorization information has been supplied'), 'Sign in to save favourites'],
])('a star says what is missing: %s', async (_, answer, message) => {
	await show(<Star />, { accounts: { profile: answer } });
	await page.getByRole('button', { name: 'Star' }).click();
	await expect.element(page.getByText(message)).toBeVisible();
});
