import type { research } from '@sw/contract/research';
import type { Caller, CallerAccount } from '@sw/domain/access/caller';
import { Problem } from '../../platform/errors.ts';
import type { Verifications } from '../../reports/recompute/verifications.ts';
import type { Forecasts } from '../../research/forecast/forecasts.ts';
import type { ScriptParams } from '../../research/script-params.ts';
import { multipleOf } from '../../research/search/search-forms.ts';
import type { Searches } from '../../research/search/searches.ts';
import type { Validation } from '../../research/validation/validate.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';

export interface ResearchAreaParts {
	searches: Searches;
	validation: Validation;
	verify: Verifications;
	scripts: ScriptParams;
	forecasts: Forecasts;
}

/** The account that the guard has let in. */
const accountOf = ({ caller }: { caller: Caller }): CallerAccount => {
	if (caller.account === null) throw new Problem('unauthenticated');
	return caller.account;
};

export const researchHandlers = ({ searches, validation, verify, scripts, forecasts }: ResearchAreaParts) =>
	({
		searchTasks: async (call) => {
			const items = await searches.list(accountOf(call));
			return { total_count: items.length, items };
		},
		createSearchTask: async ({ body, ...call }) => respond(201, await searches.create(accountOf(call), body)),
		searchTask: ({ params, ...call }) => searches.one(accountOf(call), params.id),
		changeSearchTask: async ({ params, body, ...call }) => {
			const changed = await searches.change(accountOf(call), params.id, body);
			return changed === 'same' ? respond(304) : respond(200, changed);
		},
		deleteSearchTask: async ({ params, ...call }) => {
			await searches.remove(accountOf(call), params.id);
			return respond(204);
		},
		searchParts: ({ query, ...call }) => searches.parts(accountOf(call), query),
		searchPart: ({ params, ...call }) => searches.part(accountOf(call), params.id),
		validateSingle: ({ body, ...call }) => validation.run(accountOf(call), multipleOf(body)),
		validateMultiple: ({ body, ...call }) => validation.run(accountOf(call), body),
		validationProgress: (call) => validation.progress(accountOf(call)),
		verifyReport: async ({ body, ...call }) => {
			const found = await verify(accountOf(call), body);
			return found.state === 'done' ? respond(200, found) : respond(202, found);
		},
		forecast: async ({ query }) => {
			const found = await forecasts.latest(query);
			return found ? respond(200, found) : respond(204);
		},
		forecastAt: async ({ params, query }) => {
			const found = await forecasts.at(params.date, query);
			return found ? respond(200, found) : respond(204);
		},
		scriptParams: async () => {
			const items = await scripts.list();
			return { total_count: items.length, items };
		},
		createScriptParams: async ({ body }) => respond(201, await scripts.create(body)),
		scriptParamsTimeframes: ({ query }) => scripts.inForce(query),
		scriptParam: ({ params }) => scripts.one(params.id),
		changeScriptParams: ({ params, body }) => scripts.change(params.id, body),
		deleteScriptParams: async ({ params }) => {
			await scripts.remove(params.id);
			return respond(204);
		},
	}) satisfies Handlers<typeof research>;
