import type { research } from '@sw/contract/research/research';
import type { Caller, CallerAccount } from '@sw/domain/access/caller';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../platform/errors.ts';
import type { Verifications } from '../../reports/recompute/verifications.ts';
import type { Backtests } from '../../research/backtest/backtests.ts';
import type { DecisionLog } from '../../research/decisions/decisions.ts';
import type { ForecastReader, Forecasts } from '../../research/forecast/forecasts.ts';
import type { ParameterTrials } from '../../research/parameter-trial.ts';
import type { Replications } from '../../research/replication/replications.ts';
import type { ScriptParams } from '../../research/script-params.ts';
import { toMultipleForm } from '../../research/search/search-forms.ts';
import type { Searches } from '../../research/search/searches.ts';
import type { Validation } from '../../research/validation/validate.ts';
import { respond, type StatusAnswer } from '../answer.ts';
import type { AuditAct } from '../audit-act.ts';
import type { Handlers } from '../handlers.ts';

export interface ResearchAreaParts {
	searches: Searches;
	validation: Validation;
	backtests: Backtests;
	decisions: DecisionLog;
	verify: Verifications;
	scripts: ScriptParams;
	tryParameters: ParameterTrials;
	forecasts: Forecasts;
	replications: Replications;
	audit: AuditAct;
	/** The caller's e-mail address. */
	emailOf(caller: Caller): Promise<string>;
}

export function createResearchHandlers({
	searches,
	validation,
	backtests,
	decisions,
	verify,
	scripts,
	tryParameters,
	forecasts,
	replications,
	audit,
	emailOf,
}: ResearchAreaParts) {
	return {
		searchTasks: async (call) => {
			const items = await searches.list(requireAccount(call));
			return { total_count: items.length, items };
		},
		createSearchTask: async ({ body, ...call }) => respond(201, await searches.create(requireAccount(call), body)),
		searchTask: ({ params, ...call }) => searches.get(requireAccount(call), params.id),
		changeSearchTask: async ({ params, body, ...call }) => {
			const changedTask = await searches.change(requireAccount(call), params.id, body);
			return changedTask === 'same' ? respond(304) : respond(200, changedTask);
		},
		deleteSearchTask: async ({ params, ...call }) => {
			await searches.remove(requireAccount(call), params.id);
			return respond(204);
		},
		searchParts: ({ query, ...call }) => searches.listParts(requireAccount(call), query),
		searchPartsExport: async ({ query, ...call }) => {
			const { body, headers } = await searches.export(requireAccount(call), query);
			return respond(200, body, { headers });
		},
		searchPart: ({ params, ...call }) => searches.getPart(requireAccount(call), params.id),
		validateSingle: ({ body, ...call }) => validation.run(requireAccount(call), toMultipleForm(body)),
		validateMultiple: ({ body, ...call }) => validation.run(requireAccount(call), body),
		validationOccurrences: ({ query, ...call }) => validation.listOccurrences(requireAccount(call), query),
		validationExport: async ({ query, ...call }) => {
			const { body, headers } = await validation.export(requireAccount(call), query);
			return respond(200, body, { headers });
		},
		filterOverfitting: (call) => validation.estimateOverfitting(requireAccount(call)),
		validationProgress: (call) => validation.getProgress(requireAccount(call)),
		backtest: ({ body, ...call }) => backtests.run(requireAccount(call), body),
		backtestExport: async ({ query, ...call }) => {
			const { body, headers } = await backtests.export(requireAccount(call), query);
			return respond(200, body, { headers });
		},
		decisions: ({ query, ...call }) => decisions.list(requireAccount(call), query),
		addDecision: async ({ body, ...call }) => respond(201, await decisions.add(requireAccount(call), body)),
		deleteDecision: async ({ params, ...call }) => {
			await decisions.remove(requireAccount(call), params.id);
			return respond(204);
		},
		exportDecisions: async ({ query, ...call }) => {
			const { body, headers } = await decisions.export(requireAccount(call), query.format);
			return respond(200, body, { headers });
		},
		verifyReport: async ({ body, ...call }) => {
			const verification = await verify(requireAccount(call), body);
			return verification.state === 'done' ? respond(200, verification) : respond(202, verification);
		},
		forecast: ({ query, ...call }) => abortOnDisconnect(call, (reader) => forecasts.computeLatest(query, reader)),
		forecastAt: ({ params, query, ...call }) => abortOnDisconnect(call, (reader) => forecasts.computeAt(params.date, query, reader)),
		replication: async () => {
			const published = await replications.readPublished();
			return published ? respond(200, published) : respond(204, undefined);
		},
		measuredReplication: () => replications.readState(),
		measureReplication: async ({ caller }) => {
			const state = await replications.measure(await emailOf(caller));
			await audit(caller, 'replication.measure', 'published effects', { job: state.job?.id ?? null });
			return state;
		},
		publishReplication: async ({ body, caller }) => {
			const { published } = await replications.readState();
			const state = await replications.publish(body.measured);
			await audit(caller, 'replication.publish', 'published effects', { measured: [published?.measured ?? null, body.measured] });
			return state;
		},
		withdrawReplication: async ({ caller }) => {
			const { published } = await replications.readState();
			const state = await replications.withdraw();
			await audit(caller, 'replication.withdraw', 'published effects', { measured: [published?.measured ?? null, null] });
			return state;
		},
		scriptParams: async () => {
			const items = await scripts.list();
			return { total_count: items.length, items };
		},
		createScriptParams: async ({ body, caller }) => {
			const createdParams = await scripts.create(body);
			await audit(caller, 'parameters.create', scriptNameOf(createdParams), {
				params: createdParams.params,
				version: createdParams.parameters_version,
			});
			return respond(201, createdParams);
		},
		scriptParamsTimeframes: ({ query }) => scripts.readCurrentValues(query),
		tryScriptParams: async ({ body }) => {
			const trial = await tryParameters(body);
			return trial.state === 'done' ? respond(200, trial) : respond(202, trial);
		},
		scriptOrigins: ({ query }) => scripts.readOrigins(query),
		parameterVersions: () => scripts.listVersions(),
		scriptParam: ({ params }) => scripts.get(params.id),
		changeScriptParams: async ({ params, body, caller }) => {
			const before = await scripts.get(params.id);
			const after = await scripts.change(params.id, body);
			await audit(caller, 'parameters.change', scriptNameOf(after), {
				params: [before.params, after.params],
				version: [before.parameters_version, after.parameters_version],
			});
			return after;
		},
		deleteScriptParams: async ({ params, caller }) => {
			const before = await scripts.get(params.id);
			await scripts.remove(params.id);
			await audit(caller, 'parameters.delete', scriptNameOf(before), { params: before.params });
			return respond(204);
		},
	} satisfies Handlers<typeof research>;
}

function scriptNameOf({ id }: { id: number }): string {
	return `script parameters ${id}`;
}

function requireAccount({ caller }: { caller: Caller }): CallerAccount {
	if (caller.account === null) throw new Problem('unauthenticated');
	return caller.account;
}

/** Aborts `readForecast` when the reader's connection closes, because the result is no longer needed. */
async function abortOnDisconnect<T>(
	call: { caller: Caller; request: FastifyRequest },
	readForecast: (reader: ForecastReader) => Promise<T | undefined>,
): Promise<StatusAnswer<200, T> | StatusAnswer<204, undefined>> {
	const { id, licence } = requireAccount(call);
	const abortController = new AbortController();
	const abort = (): void => abortController.abort();
	const { socket } = call.request.raw;
	socket.once('close', abort);
	try {
		const result = await readForecast({ id, licence, disconnected: abortController.signal });
		return result === undefined ? respond(204) : respond(200, result);
	} finally {
		socket.off('close', abort);
	}
}
