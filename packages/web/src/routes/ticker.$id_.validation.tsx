import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/require-session.ts';
import { validationSearch } from '../entities/ticker/validation-state.ts';
import { validationTitles } from '../features/validation/titles.ts';
import { waitOnServer } from '../pages/load.ts';
import { loadTickerPage } from '../pages/load-ticker.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import { tickerPartHead } from '../pages/ticker-part-head.ts';
import { ValidationPage } from '../pages/validation-page.tsx';

function Validation() {
	const { id } = Route.useParams();
	return (
		<NeedsLicence>
			<ValidationPage id={Number(id)} search={Route.useSearch()} />
		</NeedsLicence>
	);
}

export const Route = createFileRoute('/ticker/$id_/validation')({
	validateSearch: validationSearch,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, params, deps }) => waitOnServer(loadTickerPage(context, params.id, deps)),
	head: tickerPartHead('validation', validationTitles),
	component: Validation,
});
