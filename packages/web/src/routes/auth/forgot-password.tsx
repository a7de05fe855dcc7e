import { createFileRoute } from '@tanstack/react-router';
import { ForgotForm, ResetForm } from '../../features/accounts/forgot-form.tsx';
import { signInTitles } from '../../features/accounts/titles.ts';
import { pickTexts, type RawSearch } from '../../lib/address/search-params.ts';
import { unlistedHead } from '../../lib/head.ts';

/** Requests a reset link if the URL has no code. The link opens the same page with a code. */
function Forgot() {
	const { id, code, redirectTo } = Route.useSearch();
	return id !== undefined && code !== undefined ? (
		<ResetForm id={id} code={code} redirectTo={redirectTo} />
	) : (
		<ForgotForm redirectTo={redirectTo} />
	);
}

export const Route = createFileRoute('/auth/forgot-password')({
	validateSearch: (search: RawSearch): { id?: string; code?: string; redirectTo?: string } =>
		pickTexts(search, ['id', 'code', 'redirectTo']),
	head: unlistedHead('/auth/forgot-password', signInTitles.forgotTitle, signInTitles.forgotDescription),
	component: Forgot,
});
