import { type BarBlock, barBlock, type DailyBlock, dailyBlock } from '@sw/domain/market/blocks';

const FIRST_CAPACITY = 32;

type Columns = BarBlock | DailyBlock;

const moveInto = <T extends Columns>(larger: T, block: T): T => {
	for (const key of Object.keys(block) as (keyof T)[]) {
		const [to, from] = [larger[key], block[key]];
		if (ArrayBuffer.isView(to) && ArrayBuffer.isView(from)) (to as unknown as Float64Array).set(from as unknown as Float64Array);
	}
	larger.count = block.count;
	return larger;
};

/** The block, or a copy of twice its capacity when it is full. */
export const withRoomForBar = (block: BarBlock | undefined): BarBlock => {
	if (!block) return barBlock(FIRST_CAPACITY);
	return block.count < block.time.length ? block : moveInto(barBlock(block.time.length * 2), block);
};

export const withRoomForDay = (block: DailyBlock | undefined): DailyBlock => {
	if (!block) return dailyBlock(FIRST_CAPACITY);
	return block.count < block.day.length ? block : moveInto(dailyBlock(block.day.length * 2), block);
};
