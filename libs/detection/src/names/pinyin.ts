/** Surnames in pinyin, for look-alikes of Latin names. */
export const SURNAMES_IN_PINYIN: readonly string[] = (
  'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Luo Gao Zheng Liang Xie Song Tang Han Deng Feng Cao Peng Zeng Xiao Tian Dong Pan ' +
  'Yuan Cai Jiang Yu Du Ye Cheng Wei Su Lu Ding Ren Yao Shen Zhong Cui Tan Fan Liao Shi Jin Jia Xia Fu Fang Zou Xiong Bai Meng Qin Qiu Hou Yin Xue Yan Duan Lei ' +
  'Long Tao Mao Hao Gong Shao Wan Qian Dai Kong Xiang Kang Ge Lan Bao Ning Pei Mo Ji Qiao Yi Xiang Niu Zhai Ouyang'
)
  .split(' ')
  .filter((syllable, place, all) => all.indexOf(syllable) === place);

/** Syllables of given names. */
export const GIVEN_SYLLABLES: readonly string[] = (
  'ai an ao bai bao bin bo cai chang chao chen cheng chun cong da dan dong fan fang fei feng fu gang guang gui guo hai han hang hao he heng hong hua huan hui ji jia jian jiang ' +
  'jie jin jing jun kai kang ke kun lan lei li lian liang lin ling long lu man mei meng mian min ming mo na nan ning pei peng ping qi qian qiang qin qing qiu quan rong ru rui ' +
  'shan shao shen sheng shi shu shuai shuang si song tao tian ting tong wei wen xi xia xian xiang xiao xin xing xiu xu xuan xue ya yan yang yao yi yin ying yong yu yuan yue yun ' +
  'ze zhan zhe zhen zheng zhi zhong zhou zhuo zi'
).split(' ');
