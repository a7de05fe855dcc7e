/** Type tests of the typed client. Nothing here runs: each line must compile, or must not. */

import { describe, expectTypeOf, it } from 'vitest';
import type { AnswerOf } from '../base/define.ts';
import type { Contract } from '../index.ts';
import type { Api } from './create-api.ts';

declare const api: Api;

describe('the typed client', () => {
	it('has every call of the contract, and no other', () => {
		expectTypeOf<keyof Api>().toEqualTypeOf<keyof Contract>();
		expectTypeOf<keyof Api['filters']>().toEqualTypeOf<keyof Contract['filters']>();
		// @ts-expect-error there is no such call
		api.filters.burnFilter;
		// @ts-expect-error there is no such area
		api.library;
	});

	it('takes path parameters by their names and types', () => {
		expectTypeOf(api.filters.filter).toBeCallableWith({ params: { id: 1 } });
		// @ts-expect-error without its id no filter can be asked for
		api.filters.filter();
		// @ts-expect-error the id is missing
		api.filters.filter({ params: {} });
		// @ts-expect-error the parameter has another name
		api.filters.filter({ params: { filter: 1 } });
		// @ts-expect-error one filter at a time
		api.filters.filter({ params: { id: [1, 2] } });
	});

	it('takes a query by its names and values, and no argument where a call has no parts', () => {
		expectTypeOf(api.operations.secret).toBeCallableWith();
		expectTypeOf(api.filters.filters).toBeCallableWith({ query: {} });
		expectTypeOf(api.filters.filters).toBeCallableWith({ query: { tab: 'free' } });
		// @ts-expect-error there is no such tab
		api.filters.filters({ query: { tab: 'moon' } });
		// @ts-expect-error there is no such parameter
		api.filters.filters({ query: { tabs: 'free' } });
		// @ts-expect-error the call has no body
		api.filters.filters({ body: {} });
	});

	it('takes a body as it is sent', () => {
		expectTypeOf(api.filters.feedFilter).toBeCallableWith({ params: { id: 1 }, body: { feed: true } });
		// @ts-expect-error the body is missing
		api.filters.feedFilter({ params: { id: 1 } });
		// @ts-expect-error yes is not a boolean
		api.filters.feedFilter({ params: { id: 1 }, body: { feed: 'yes' } });
		// @ts-expect-error there is no such field
		api.filters.feedFilter({ params: { id: 1 }, body: { feed: true, loud: true } });
	});

	it('answers with the body of any of its statuses', () => {
		expectTypeOf(api.filters.filter({ params: { id: 1 } })).resolves.toEqualTypeOf<AnswerOf<Contract['filters']['filter']>>();
		expectTypeOf(api.filters.filter({ params: { id: 1 } }))
			.resolves.toHaveProperty('is_branded')
			.toEqualTypeOf<boolean>();
		// 204 when there is none, so callers must check for undefined.
		expectTypeOf(api.filters.defaultFilter({ query: {} }))
			.resolves.extract<undefined>()
			.toEqualTypeOf<undefined>();
		expectTypeOf(api.filters.deleteFilter({ params: { id: 1 } })).resolves.toEqualTypeOf<undefined>();
	});
});
