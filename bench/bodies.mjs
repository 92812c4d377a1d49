/** Chinese chat bodies with invented personal data, different in every body, so that no cache answers for all. */

const SURNAMES = ['张', '王', '李', '赵', '陈', '刘', '杨', '黄'];
const GIVEN = ['伟明', '秀英', '建国', '丽华', '志强', '海燕', '国栋', '晓梅'];
const FILLER =
  '客户反映近期账单与实际用量不符，希望尽快核对明细并给出书面说明。服务人员已记录诉求，承诺三个工作日内回复，同时提醒客户保留相关凭证以便后续处理。';

/**
 * @param {number} bytes about how large the whole JSON body is, in UTF-8
 * @param {number} count how many different bodies
 * @returns {string[]}
 */
export function chatBodies(bytes, count) {
  return Array.from({ length: count }, (_, index) => chatBody(bytes, index));
}

function chatBody(bytes, index) {
  const record = `${SURNAMES[index % 8]}${GIVEN[(index >> 3) % 8]}，手机${13_800_000_000 + index * 7_919}，邮箱user${index}@example.com。`;
  const withText = (text) =>
    JSON.stringify({
      model: 'deepseek/deepseek-chat',
      messages: [
        { role: 'system', content: '你是客服助手，请根据工单内容给出处理建议。' },
        { role: 'user', content: `${record}${text}` },
      ],
      max_tokens: 512,
    });
  // A Han character has three bytes in UTF-8.
  const characters = Math.max(0, Math.floor((bytes - Buffer.byteLength(withText(''))) / 3));
  return withText(FILLER.repeat(Math.ceil(characters / FILLER.length)).slice(0, characters));
}
