/** Milliseconds between two looks. */
const PAUSE = 50;
/** So many notices since the look before are a flood: 200 a second. */
const FLOOD = 10;
/** Looks after which work goes on all the same: a second. */
const LOOKS = 20;

/** Taking notices in goes before working on them: who sends one waits for its answer, and nobody waits for the work. `pause` waits for milliseconds. */
export const createRightOfWay = (pause: (ms: number) => Promise<void>) => {
	let came = 0;
	return {
		/** A notice has come. */
		noticed: (): void => {
			came++;
		},
		/** Waits while notices pour in, for a second at most. */
		clear: async (): Promise<void> => {
			for (let looks = 0; looks < LOOKS && came >= FLOOD; looks++) {
				came = 0;
				await pause(PAUSE);
			}
		},
	};
};

export type RightOfWay = ReturnType<typeof createRightOfWay>;
