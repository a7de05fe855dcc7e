import type { UtcMs } from '@sw/domain/time/units';
import type { AttentionSource } from '../../market/window/attention-source.ts';
import type { AttentionWindow } from '../../market/window/attention-window.ts';
import type { Directory } from '../../market/window/directory.ts';
import type { Source } from '../../market/window/source.ts';
import type { TopSource } from '../../market/window/top-source.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { ReadAfterSpikes } from '../../research/attention/after-spikes.ts';

/** The part of a user's own lists that a list of mentions needs. */
export interface OwnTickers {
	/** IDs that are currently frozen in all lists. */
	hiddenEverywhere(): ReadonlySet<number>;
	readonly favorites: ReadonlySet<number>;
}

export interface AnalyticsParts {
	readonly directory: Directory;
	readonly attention: AttentionSource;
	readonly window: Pick<AttentionWindow, 'state' | 'version'>;
	/** For market caps at the last price. */
	readonly tops: Pick<TopSource, 'at'>;
	readonly source: Source;
	/** The market clock. */
	readonly now: () => UtcMs;
	readonly own: (userId: string) => MaybePromise<OwnTickers>;
	/** Statistics after a ticker's spikes. */
	readonly afterSpikes: ReadAfterSpikes;
}
