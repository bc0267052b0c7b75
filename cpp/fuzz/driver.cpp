// What libFuzzer is to clang, in small, for every compiler: inputs from a seed, mutated and crossed, until a number of runs or
// seconds has passed. It takes libFuzzer's own options, -seed=, -runs= and -max_total_time=, and a file to run one input again.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// The sanitizers ask for these: a report ends in SIGABRT too, so that its input is kept like that of a failed check.
extern "C" const char* __asan_default_options() { return "abort_on_error=1"; }
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }

namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t longest_input = 4096, pool_size = 64;

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : engine_(seed) {}

  // A new input, or an old one changed in a few places.
  Input next() {
    Input input;
    if (pool_.size() < pool_size || below(4) == 0) {
      input.resize(below(below(8) == 0 ? longest_input : 200));
      for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(engine_());
    } else {
      input = pool_[below(pool_.size())];
    }
    for (std::size_t change = below(6); change > 0; --change) mutate(input);
    if (pool_.size() < pool_size) pool_.push_back(input);
    else pool_[below(pool_size)] = input;
    return input;
  }

 private:
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }

  void mutate(Input& input) {
    if (input.empty()) return input.push_back(static_cast<std::uint8_t>(engine_()));
    const std::size_t place = below(input.size());
    const auto at = input.begin() + static_cast<std::ptrdiff_t>(place);
    const auto some = static_cast<std::ptrdiff_t>(1 + below(std::min<std::size_t>(input.size() - place, 16)));
    switch (below(7)) {
      case 0: *at ^= static_cast<std::uint8_t>(1U << below(8)); break;
      case 1: *at = static_cast<std::uint8_t>(engine_()); break;
      case 2: std::fill_n(at, some, below(2) == 0 ? std::uint8_t{0} : std::uint8_t{0xFF}); break;
      case 3: *at = static_cast<std::uint8_t>(*at + (below(2) == 0 ? 1 : -1)); break;
      case 4: input.erase(at, at + some); break;
      case 5: {
        const Input piece(at, at + some);
        input.insert(input.begin() + static_cast<std::ptrdiff_t>(below(input.size() + 1)), piece.begin(), piece.end());
        break;
      }
      default:
        if (!pool_.empty()) {
          const Input& other = pool_[below(pool_.size())];
          input.insert(at, other.begin(), other.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(other.size(), 64)));
        }
    }
    if (input.size() > longest_input) input.resize(longest_input);
  }

  std::mt19937_64 engine_;
  std::vector<Input> pool_;
};

// What is being run, for the moment something goes wrong: then it is written to a file that can be run again.
Input running;

void save_and_die(int signal) {
  if (std::FILE* file = std::fopen("crash-input", "wb")) {
    std::fwrite(running.data(), 1, running.size(), file);
    std::fclose(file);
    std::fprintf(stderr, "the input is in ./crash-input\n");
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::uint64_t number_after(std::string_view argument, std::string_view option, std::uint64_t otherwise) {
  return argument.starts_with(option) ? std::strtoull(argument.substr(option.size()).data(), nullptr, 10) : otherwise;
}

}  // namespace

int main(int count, char** arguments) {
  constexpr std::uint64_t a_year = 31'557'600;
  std::uint64_t seed = std::random_device{}(), runs = UINT64_MAX, seconds = a_year;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    seed = number_after(argument, "-seed=", seed);
    runs = number_after(argument, "-runs=", runs);
    seconds = number_after(argument, "-max_total_time=", seconds);
    if (argument.starts_with("-")) continue;
    std::ifstream file(arguments[i], std::ios::binary);
    if (!file) return std::fprintf(stderr, "cannot read %s\n", arguments[i]), 2;
    const Input input{std::istreambuf_iterator<char>(file), {}};
    return LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  std::signal(SIGABRT, save_and_die);
  Mutator mutator(seed);
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t done = 0;
  const auto time_left = [&] { return std::chrono::steady_clock::now() - start < std::chrono::seconds(seconds); };
  for (; done < runs && (done % 16 != 0 || time_left()); ++done) {
    running = mutator.next();
    LLVMFuzzerTestOneInput(running.data(), running.size());
  }
  std::printf("%llu runs\n", static_cast<unsigned long long>(done));
}
